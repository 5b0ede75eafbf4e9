// Writes events as a binary trace (docs/trace-format.md).
#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <span>

#include "libtrack/trace/event.hpp"

namespace tensorleak::trace {

/// Where a writer's bytes go. Owned by whoever owns the writer, and outlives it.
class TraceSink {
 public:
  virtual ~TraceSink() = default;

  /// Takes all of `bytes`, or returns false; then nothing more is written to it.
  virtual bool write(std::span<const std::byte> bytes) noexcept = 0;
};

/// Encodes events into blocks and hands full blocks to the sink. Definitions (stacks, modules) are
/// given once; the writer re-issues them in each block that refers to them. Throws nothing: what
/// cannot be written, for want of memory too, makes it fail for good. Memory comes from `memory`
/// alone and grows with definitions, not with events. Not safe for use by two threads at once.
class TraceWriter {
 public:
  TraceWriter(TraceSink& sink, std::pmr::memory_resource* memory) noexcept;
  ~TraceWriter();
  TraceWriter(const TraceWriter&) = delete;
  TraceWriter& operator=(const TraceWriter&) = delete;

  /// Adds one event; the first is a Header. Returns false once the writer has failed.
  bool write(const Event& event) noexcept;

  /// Seals the open block and hands it to the sink.
  bool flush() noexcept;

  /// Flushes and writes the footer; a clean end if an End event was written. Nothing follows.
  bool finish() noexcept;

 private:
  class Encoder;
  std::unique_ptr<Encoder> encoder_;
};

}  // namespace tensorleak::trace
