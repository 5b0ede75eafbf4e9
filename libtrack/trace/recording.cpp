#include "libtrack/trace/recording.hpp"

#include <utility>

#include "libtrack/trace/event_log_reader.hpp"
#include "libtrack/trace/trace_format.hpp"
#include "libtrack/trace/trace_reader.hpp"

namespace tensorleak::trace {
namespace {

/// Enough of the magic to tell a trace from a log, so that a trace whose line breaks a transfer has
/// changed is explained as a trace.
constexpr std::size_t kTelling = 4;

template <class Reader>
Result<std::unique_ptr<EventSource>> open_as(std::unique_ptr<ByteStream> stream) {
  auto reader = Reader::open(std::move(stream));
  if (!reader) return fail(std::move(reader.error()));
  return std::unique_ptr<EventSource>(std::move(*reader));
}

}  // namespace

Result<std::unique_ptr<EventSource>> open_recording(const std::string& path) {
  auto stream = ByteStream::open(path);
  if (!stream) return fail(std::move(stream.error()));
  const auto start = (*stream)->peek(kTelling);
  if (!start) return fail(start.error());
  if (*start == kTraceMagic.substr(0, kTelling)) return open_as<TraceReader>(std::move(*stream));
  return open_as<EventLogReader>(std::move(*stream));
}

}  // namespace tensorleak::trace
