// From an event to a line of an event log (docs/event-log.md).
#pragma once

#include <string>

#include "libtrack/trace/event.hpp"

namespace tensorleak::trace {

/// Appends `event` as one line with its line break. Times are in nanoseconds. An event of an
/// unknown kind becomes one of kind "x-unknown". Bytes that are not UTF-8 become U+FFFD.
void append_line(const Event& event, std::string& into);

}  // namespace tensorleak::trace
