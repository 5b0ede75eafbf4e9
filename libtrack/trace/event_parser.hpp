// From a line of an event log to an event, or to what is wrong with the line.
#pragma once

#include <simdjson.h>

#include <optional>
#include <string_view>

#include "libtrack/trace/event.hpp"
#include "libtrack/trace/event_log_events.hpp"
#include "libtrack/trace/event_log_fault.hpp"

namespace tensorleak::trace {

/// Parses one line after another; kLinePadding bytes must be readable behind each. Not safe for use
/// by two threads at once.
class EventParser {
 public:
  /// Reads the first line and takes its time unit for those that follow. Returns what is wrong with
  /// it, if anything; else `into` is the Header, valid until the next call.
  std::optional<LineFault> parse_header(std::string_view line, Event& into);

  /// Reads any other line. Returns what is wrong with it, if anything; else `into` is the event,
  /// valid until the next call.
  std::optional<LineFault> parse_event(std::string_view line, Event& into);

 private:
  std::optional<LineFault> parse_object(std::string_view line, simdjson::dom::object& object);
  Header read_header(const Fields& fields);

  simdjson::dom::parser parser_;
  EventBuffers buffers_;
  Nanoseconds time_unit_ = 1;
};

}  // namespace tensorleak::trace
