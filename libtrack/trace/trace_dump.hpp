// A recording as text, and what a binary trace consists of.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "libtrack/trace/event_source.hpp"
#include "libtrack/trace/record_reader.hpp"

namespace tensorleak::trace {

/// Hands the events of `source` to `write`, as lines of an event log (docs/event-log.md), several
/// at a time; together they are a sound log. Returns the error of the source, if it has one.
std::optional<Error> dump(EventSource& source, const std::function<void(std::string_view)>& write);

/// What trace_verify() finds.
struct TraceSurvey {
  FileHeader header;
  std::uint64_t blocks = 0;       ///< sound ones
  std::uint64_t zstd_blocks = 0;  ///< of them
  std::uint64_t streams = 0;
  std::uint64_t epochs = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t stored_bytes = 0;  ///< of the items of all blocks, in the file
  std::uint64_t raw_bytes = 0;     ///< the same decompressed
  std::uint64_t definitions_again = 0;
  std::uint64_t unknown_records = 0;
  std::uint64_t events = 0;
  std::array<std::uint64_t, std::variant_size_v<Event>> events_of_kind = {};  ///< by Event::index()
  std::uint64_t lost_blocks = 0;
  std::uint64_t lost_events = 0;
  std::optional<Footer> footer;
  TraceFaults faults;  ///< what is wrong, and where
  bool is_cut = false;

  /// Raw bytes for each stored one.
  double ratio() const;
  /// Bytes of the file for each event.
  double bytes_per_event() const;
  /// Whether all is sound and the end is a clean one.
  bool is_whole() const;
};

/// The name of an alternative of Event, as in an event log: "alloc".
std::string_view kind_name(std::size_t index);

/// Reads all of the trace at `path`, block by block, in the order of the file. Fails where a trace
/// cannot be opened; what is damaged in it is no failure.
Result<TraceSurvey> trace_verify(const std::string& path);

}  // namespace tensorleak::trace
