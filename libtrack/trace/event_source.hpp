// Where events come from: an event log or a binary trace. Readers of either look the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "libtrack/trace/event.hpp"
#include "libtrack/trace/result.hpp"

namespace tensorleak::trace {

/// How a recording stopped.
enum class Ending : std::uint8_t {
  kClean,      ///< with an End event
  kNoEnd,      ///< without one: the program or its recorder was stopped
  kCutLine,    ///< within a line
  kCutStream,  ///< within the compressed stream, or within a record of a binary trace
};

/// A stream of events from one recording. Not safe for use by two threads at once.
class EventSource {
 public:
  virtual ~EventSource() = default;

  /// The next event, or nullptr after the last. The event is valid until the next call. After an
  /// error every further call returns the same error.
  virtual Result<const Event*> next() = 0;

  /// How the recording stopped. Meaningful once next() has returned nullptr.
  virtual Ending ending() const = 0;

  /// Place of the event that next() returned last, from 1: in an event log its line, in a binary
  /// trace its number.
  virtual std::uint64_t place() const = 0;

  /// Bytes of the file that have been consumed, as stored, for progress.
  virtual std::uint64_t bytes_consumed() const = 0;

  /// Bytes of the stored file; absent for a pipe.
  virtual std::optional<std::uint64_t> stored_size() const { return std::nullopt; }
};

}  // namespace tensorleak::trace
