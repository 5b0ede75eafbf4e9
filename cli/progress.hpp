// How far the reading of a long recording has come, on a line that is erased at the end.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tensorleak::cli {

/// Shows nothing before a recording has proved long, and redraws a few times a second at most.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  /// Where the line is drawn, and what time it is; a test gives its own.
  struct Surroundings {
    std::function<void(std::string_view)> draw;  ///< empty: show nothing
    std::function<Clock::time_point()> now = [] { return Clock::now(); };
  };

  /// `size` is the number of bytes to read, where it is known. `name` must be printable.
  Progress(std::string name, std::optional<std::uint64_t> size, Surroundings surroundings);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// So many bytes and events have been read. Cheap enough to be called for every event.
  void advance(std::uint64_t bytes, std::uint64_t events);

 private:
  void redraw(std::uint64_t bytes, std::uint64_t events);

  std::string name_;
  std::optional<std::uint64_t> size_;
  Surroundings surroundings_;
  Clock::time_point next_;
  bool drawn_ = false;
};

/// Draws on standard error where that is a terminal and `quiet` is not asked for.
Progress::Surroundings progress_on_terminal(bool quiet);

}  // namespace tensorleak::cli
