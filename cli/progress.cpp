#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "cli/console.hpp"
#include "reports/views/numbers.hpp"

namespace tensorleak::cli {

namespace {

constexpr auto kPatience = std::chrono::milliseconds(400);
constexpr auto kInterval = std::chrono::milliseconds(100);
/// Reading the clock for each event would cost more than reading the event.
constexpr std::uint64_t kEventsPerLook = 1024;
constexpr std::string_view kErase = "\r\x1b[K";

}  // namespace

Progress::Progress(std::string name, std::optional<std::uint64_t> size, Surroundings surroundings)
    : name_(std::move(name)), size_(size), surroundings_(std::move(surroundings)) {
  next_ = surroundings_.now() + kPatience;
}

Progress::~Progress() {
  if (drawn_) surroundings_.draw(kErase);
}

void Progress::advance(std::uint64_t bytes, std::uint64_t events) {
  if (!surroundings_.draw || events % kEventsPerLook != 0) return;
  const auto now = surroundings_.now();
  if (now < next_) return;
  next_ = now + kInterval;
  redraw(bytes, events);
}

void Progress::redraw(std::uint64_t bytes, std::uint64_t events) {
  std::string line = fmt::format("{}reading {}: ", kErase, name_);
  if (size_ && *size_ > 0) line += fmt::format("{} %, ", std::min(bytes, *size_) * 100 / *size_);
  surroundings_.draw(line + views::counted(events, "event"));
  drawn_ = true;
}

Progress::Surroundings progress_on_terminal(bool quiet) {
  if (quiet || !error_is_terminal()) return {};
  // A line of progress that is lost harms nobody.
  return {[](std::string_view line) {
    [[maybe_unused]] const auto written = write(STDERR_FILENO, line.data(), line.size());
  }};
}

}  // namespace tensorleak::cli
