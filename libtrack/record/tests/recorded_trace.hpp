// For tests: everything that a trace holds, copied out of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "libtrack/trace/event_source.hpp"

namespace tensorleak::record::testing {

struct RecordedFrame {
  std::uint64_t address = 0;
  std::string module;  ///< path; empty: in none
  std::string build_id;
  std::string place;  ///< "function file:line:column", where the program said it
};

struct RecordedTensor {
  std::uint64_t id = 0;
  std::optional<std::uint64_t> buffer;
  std::uint64_t bytes = 0;
  std::optional<std::vector<std::uint64_t>> shape;
  std::string dtype;
  std::string device;
  std::string op;
  std::uint64_t thread = 0;
  std::int64_t time = 0;
  std::optional<std::uint64_t> scope;
  std::uint8_t flags = 0;
  std::optional<std::uint64_t> stack_id;
  std::vector<RecordedFrame> stack;
  bool is_alive = true;
};

struct RecordedTrace {
  std::string error;  ///< empty: the trace could be read
  trace::Ending ending = trace::Ending::kNoEnd;
  std::string runtime;
  std::string backend;
  std::string program;
  trace::BytesRule bytes_rule = trace::BytesRule::kPerBuffer;
  std::uint64_t process = 0;
  bool started_late = false;
  std::vector<RecordedTensor> tensors;  ///< in the order in which they were made
  std::vector<std::string> others;      ///< the other events in words, without times
  std::vector<std::string> frees;       ///< "1 dispose", or "1 dispose, not alive"
  std::uint64_t stacks = 0;             ///< definitions
  std::uint64_t dropped = 0;
  std::uint64_t rss_counters = 0;

  bool is_whole() const { return error.empty() && ending == trace::Ending::kClean && dropped == 0; }
  std::uint64_t alive() const;
  /// The tensor whose size is `bytes`; fails the test where there is none.
  const RecordedTensor& of_size(std::uint64_t bytes) const;
};

RecordedTrace read_trace(const std::string& path);

}  // namespace tensorleak::record::testing
