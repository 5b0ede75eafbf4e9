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

/// Encodes events into blocks and hands full blocks to the sink, one write for each. The first
/// write puts out the file header. Definitions (stacks, modules) are given once; the writer says
/// them again in each block that refers to them, and fills in the module of an address that came
/// without. Throws nothing: what cannot be written, for want of memory too, makes it fail for good;
/// what it had taken in before is still handed to the sink then. Memory comes from `memory` alone,
/// most of it, about 1.5 MiB, at the start; it grows with definitions and with tensors alive at
/// once, not with events. Not safe for use by two threads at once.
///
/// Cut to the bounds of the format: a text to 1 MiB, a stack to its 65,536 innermost frames and
/// 2 MiB, a counter to 4,096 resources; a shape of more than 64 dimensions is left out.
///
///     TraceWriter writer(sink, std::pmr::new_delete_resource());
///     writer.write(Header{.runtime = "example 1.0"});
///     writer.write(Alloc{.id = {1}, .bytes = 24});
///     writer.write(End{});
///     const bool whole = writer.finish();
class TraceWriter {
 public:
  TraceWriter(TraceSink& sink, std::pmr::memory_resource* memory) noexcept;
  ~TraceWriter();
  TraceWriter(const TraceWriter&) = delete;
  TraceWriter& operator=(const TraceWriter&) = delete;

  /// Adds one event; the first is a Header. Returns false once the writer has failed. A second
  /// Header, a second definition of an id and whatever follows an End are left out.
  bool write(const Event& event) noexcept;

  /// Seals the open block and hands it to the sink.
  bool flush() noexcept;

  /// Flushes and writes the footer; a clean end if an End event was written. Nothing follows.
  bool finish() noexcept;

 private:
  class Encoder;
  struct Deleter {
    std::pmr::memory_resource* memory;
    void operator()(Encoder* encoder) const noexcept;
  };
  std::unique_ptr<Encoder, Deleter> encoder_;  // none where there was no memory for it
};

}  // namespace tensorleak::trace
