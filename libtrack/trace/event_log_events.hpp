// From the fields of an object to an event, for every kind but the header.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "libtrack/trace/event.hpp"
#include "libtrack/trace/event_log_fields.hpp"

namespace tensorleak::trace {

/// What the spans and some texts of the last event point into; reused from line to line, so that
/// reading allocates nothing once these are large enough.
struct EventBuffers {
  std::vector<std::uint64_t> shape;
  std::vector<StackFrame> frames;
  std::vector<Resource> resources;
  std::array<char, 24> lane = {};  // the digits of a lane that is a number
};

/// Fills `into` with an event of kind `kind`; one of a kind that is not known becomes an Unknown.
/// `time_unit` is that of field "t", in nanoseconds. The event is valid as long as the fields are
/// and the buffers are not used again. Where the fields refuse a value, `into` means nothing.
void read_event(std::string_view kind, const Fields& fields, Nanoseconds time_unit,
                EventBuffers& buffers, Event& into);

}  // namespace tensorleak::trace
