// Reads the event log that docs/event-log.md specifies: one JSON object on each line, plain or
// compressed, from a file or a pipe.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "libtrack/trace/event_source.hpp"
#include "libtrack/trace/line_reader.hpp"

namespace tensorleak::trace {

class EventParser;

/// Gives out the events of a log in the order of its lines, the header first. Memory is that of the
/// longest line, whatever the length of the log. Not safe for use by two threads at once.
///
/// A log that stops early is no error: its events are given out, and ending() tells. Any other
/// malformed line is one; it names the line, the column in bytes, and what was expected there.
///
///     auto log = EventLogReader::open("log.jsonl");
///     if (!log) return report(log.error());
///     for (;;) {
///       const auto event = (*log)->next();
///       if (!event) return report(event.error());
///       if (*event == nullptr) break;
///       std::visit(consumer, **event);
///     }
class EventLogReader final : public EventSource {
 public:
  /// Opens `path`, as ByteStream::open does, and reads the header. Whatever is wrong before the
  /// header is complete is an error, an empty file included.
  static Result<std::unique_ptr<EventLogReader>> open(const std::string& path,
                                                      std::size_t max_line_size = kMaxLineSize);

  /// The same for a stream that is open and at its start.
  static Result<std::unique_ptr<EventLogReader>> open(std::unique_ptr<ByteStream> stream,
                                                      std::size_t max_line_size = kMaxLineSize);

  ~EventLogReader() override;

  Result<const Event*> next() override;
  Ending ending() const override { return ending_; }
  std::uint64_t place() const override { return place_; }
  std::uint64_t bytes_consumed() const override { return lines_.stream().bytes_consumed(); }

  std::optional<std::uint64_t> stored_size() const override {
    return lines_.stream().stored_size();
  }

 private:
  explicit EventLogReader(LineReader lines);
  std::optional<Error> read_header();
  Result<const Event*> read_event(const Line& line);
  Result<const Event*> stop(Ending ending);
  Result<const Event*> stop(Error error);
  Ending ending_at_end() const;

  LineReader lines_;
  std::unique_ptr<EventParser> parser_;
  Event event_;
  std::uint64_t place_ = 0;
  Ending ending_ = Ending::kNoEnd;
  bool header_is_next_ = true;
  bool saw_end_ = false;
  bool stopped_ = false;
  std::optional<Error> error_;
};

}  // namespace tensorleak::trace
