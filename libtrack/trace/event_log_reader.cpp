#include "libtrack/trace/event_log_reader.hpp"

#include <fmt/format.h>

#include <utility>

#include "libtrack/trace/event_parser.hpp"

namespace tensorleak::trace {
namespace {

constexpr std::string_view kExpectedHeader =
    R"(expected a header line {"e":"header","format":"tensor-event-log","version":1})";

Error at(const ByteStream& stream, const Line& line, LineFault fault) {
  return {.file = stream.name(),
          .line = line.number,
          .column = fault.column,
          .what = std::move(fault.what),
          .cure = std::move(fault.cure)};
}

Error no_header(const LineReader& lines, std::string_view what) {
  return {.file = lines.stream().name(),
          .what = fmt::format("{}, {}", what, kExpectedHeader),
          .cure = std::string(kSeeFormat)};
}

Error cut_header(const ByteStream& stream) {
  const std::string_view cause =
      stream.ended_early() ? "the compressed data ends early" : "the file ends";
  return {.file = stream.name(),
          .line = 1,
          .what = fmt::format("{} before the header line is complete", cause),
          .cure = "copy the file again, or record again"};
}

}  // namespace

Result<std::unique_ptr<EventLogReader>> EventLogReader::open(const std::string& path,
                                                             std::size_t max_line_size) {
  auto stream = ByteStream::open(path);
  if (!stream) return fail(std::move(stream.error()));
  return open(std::move(*stream), max_line_size);
}

Result<std::unique_ptr<EventLogReader>> EventLogReader::open(std::unique_ptr<ByteStream> stream,
                                                             std::size_t max_line_size) {
  std::unique_ptr<EventLogReader> reader(
      new EventLogReader(LineReader(std::move(stream), max_line_size)));
  if (auto error = reader->read_header()) return fail(std::move(*error));
  return reader;
}

EventLogReader::EventLogReader(LineReader lines)
    : lines_(std::move(lines)), parser_(std::make_unique<EventParser>()) {}

EventLogReader::~EventLogReader() = default;

std::optional<Error> EventLogReader::read_header() {
  const auto line = lines_.next();
  if (!line) return line.error();
  if (!*line) {
    if (lines_.stream().ended_early()) return cut_header(lines_.stream());
    return no_header(lines_, lines_.lines_read() == 0 ? "the file is empty"
                                                      : "the file has nothing but blank lines");
  }
  auto fault = parser_->parse_header((*line)->text, event_);
  if (fault && fault->at_end && !(*line)->terminated) {
    Error error = cut_header(lines_.stream());
    error.line = (*line)->number;
    return error;
  }
  if (fault) return at(lines_.stream(), **line, std::move(*fault));
  place_ = (*line)->number;
  return std::nullopt;
}

Result<const Event*> EventLogReader::next() {
  if (error_) return fail(*error_);
  if (stopped_) return nullptr;
  if (std::exchange(header_is_next_, false)) return &event_;
  const auto line = lines_.next();
  if (!line) return stop(line.error());
  if (!*line) return stop(ending_at_end());
  return read_event(**line);
}

Result<const Event*> EventLogReader::read_event(const Line& line) {
  auto fault = parser_->parse_event(line.text, event_);
  if (fault && fault->at_end && !line.terminated) {
    return stop(lines_.stream().ended_early() ? Ending::kCutStream : Ending::kCutLine);
  }
  if (fault) return stop(at(lines_.stream(), line, std::move(*fault)));
  if (saw_end_) {
    return stop(Error{.file = lines_.stream().name(),
                      .line = line.number,
                      .what = "event after the end event",
                      .cure = "write the end event last"});
  }
  saw_end_ = std::holds_alternative<End>(event_);
  place_ = line.number;
  return &event_;
}

Ending EventLogReader::ending_at_end() const {
  if (lines_.stream().ended_early()) return Ending::kCutStream;
  return saw_end_ ? Ending::kClean : Ending::kNoEnd;
}

Result<const Event*> EventLogReader::stop(Ending ending) {
  stopped_ = true;
  ending_ = ending;
  return nullptr;
}

Result<const Event*> EventLogReader::stop(Error error) {
  error_ = std::move(error);
  return fail(*error_);
}

}  // namespace tensorleak::trace
