// For tests: binary traces in memory, of events that are known, and what a reader makes of them.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "libtrack/trace/block_sealer.hpp"
#include "libtrack/trace/event_encoder.hpp"
#include "libtrack/trace/test_events.hpp"
#include "libtrack/trace/test_files.hpp"
#include "libtrack/trace/trace_writer.hpp"

namespace tensorleak::trace::testing {

/// Keeps what it is given; from `most` bytes on it refuses.
class MemorySink final : public TraceSink {
 public:
  explicit MemorySink(std::size_t most = std::numeric_limits<std::size_t>::max()) : most_(most) {}
  bool write(std::span<const std::byte> bytes) noexcept override;
  const std::string& bytes() const { return bytes_; }

 private:
  std::size_t most_;
  std::string bytes_;
};

/// A trace, and its events as describe() has them.
struct Trace {
  std::string bytes;
  std::vector<std::string> events;
};

/// Writes what `events` gives, with a flush after every `flush_every` events if that is not 0.
Trace write_trace(const std::function<void(const Take&)>& events, std::size_t flush_every = 0,
                  bool finish = true);

/// What a TraceReader makes of a file with these bytes.
struct ReadTrace {
  std::vector<std::string> events;
  Ending ending = Ending::kNoEnd;
  std::string error;  ///< of open() or next()
  std::uint64_t faults = 0;
  std::uint64_t lost_blocks = 0;
  std::uint64_t lost_events = 0;
};
ReadTrace read_trace(std::string_view bytes);

/// Offsets of the records in a sound trace.
std::vector<std::size_t> records_of(std::string_view bytes);

/// A record around a payload.
std::string record(std::uint32_t type, std::string_view payload);
std::string file_header(const FileHeader& header = {});
std::string footer(const Footer& footer);

/// Makes traces by hand, block by block, of several streams.
class TraceBuilder {
 public:
  TraceBuilder();

  /// Adds an event to the block of a stream that build() is going to make.
  TraceBuilder& say(const Event& event);

  /// Seals what was said as a block of that stream and epoch.
  TraceBuilder& seal(std::uint32_t stream, std::uint64_t epoch);

  /// Adds a block of these columns, whatever they are: those that are not given are empty.
  TraceBuilder& seal_columns(std::span<const std::string> columns, std::uint32_t events);
  TraceBuilder& seal_items(std::string_view items, std::string_view tensors, std::uint32_t events);

  /// Passes over a block: its events and its number are missing.
  TraceBuilder& lose();

  std::string bytes() const { return bytes_; }
  std::string finish();

 private:
  DefinitionStore definitions_;
  EventEncoder encoder_;
  BlockSealer sealer_;
  std::string bytes_;
  BlockHeader next_;
};

}  // namespace tensorleak::trace::testing
