#include "libtrack/trace/trace_dump.hpp"

#include "libtrack/trace/event_line.hpp"

namespace tensorleak::trace {

std::optional<Error> dump(EventSource& source, const std::function<void(std::string_view)>& write) {
  constexpr std::size_t kPiece = std::size_t{64} * 1024;
  std::string lines;
  for (;;) {
    const auto event = source.next();
    if (event && *event != nullptr) append_line(**event, lines);
    const bool at_end = !event || *event == nullptr;
    if (lines.size() >= kPiece || (at_end && !lines.empty())) {
      write(lines);
      lines.clear();
    }
    if (!event) return event.error();
    if (at_end) return std::nullopt;
  }
}

std::string_view kind_name(std::size_t index) {
  static constexpr std::array<std::string_view, std::variant_size_v<Event>> kNames = {
      "unknown", "header", "end",     "alloc",  "free",      "use",   "keep",
      "name",    "flag",   "lost",    "scope",  "scope_end", "frame", "counter",
      "module",  "stack",  "dropped", "misuse", "holder"};
  return kNames.at(index);
}

}  // namespace tensorleak::trace
