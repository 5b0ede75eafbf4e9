// Opens a recording of either form.
#pragma once

#include <memory>
#include <string>

#include "libtrack/trace/event_source.hpp"

namespace tensorleak::trace {

/// Opens `path`, a binary trace or an event log, plain or compressed, and reads its header; "-" is
/// standard input. The form is found by the first bytes, whatever the file is called.
Result<std::unique_ptr<EventSource>> open_recording(const std::string& path);

}  // namespace tensorleak::trace
