#include "reports/views/frame_words.hpp"

#include <fmt/format.h>

#include "reports/views/numbers.hpp"
#include "reports/views/printable.hpp"

namespace tensorleak::views {

using analysis::Findings;
using analysis::FrameBasis;
using analysis::FrameLoop;
using analysis::FrameSource;

namespace {

constexpr std::size_t kMostNamed = 3;

/// "300 turns of the loop at draw, app.js:12".
std::string turns_of(const FrameLoop& loop) {
  const std::string turns = counted(loop.turns, "turn");
  std::string place = printable(loop.function);
  if (!loop.file.empty()) {
    place += fmt::format("{}{}:{}", place.empty() ? "" : ", ", printable(loop.file), loop.line);
  }
  return place.empty() ? turns : fmt::format("{} of the loop at {}", turns, place);
}

std::string loops_in_words(const FrameBasis& frames) {
  std::string words;
  for (std::size_t i = 0; i < frames.loops.size() && i < kMostNamed; ++i)
    words += (i == 0 ? "" : "; ") + turns_of(frames.loops[i]);
  if (frames.loops.size() > kMostNamed) {
    words += fmt::format("; and {}", counted(frames.loops.size() - kMostNamed, "more loop"));
  }
  return words;
}

}  // namespace

std::string frames_in_words(const Findings& findings) {
  const FrameBasis& frames = findings.frames;
  switch (frames.source) {
    case FrameSource::kNone:
    case FrameSource::kMarks:
      return "";
    case FrameSource::kFound:
      return fmt::format(
          "frames: found, not marked: {}; {}{} % sure; --frame-on names another loop",
          loops_in_words(frames), frames.loops.size() > 1 ? "at least " : "",
          frames.confidence_percent);
    case FrameSource::kChosen:
      return fmt::format("frames: as --frame-on {} says{}{}", printable(frames.chosen),
                         frames.loops.empty() ? "" : ": ", loops_in_words(frames));
    case FrameSource::kTime:
      return fmt::format(
          "frames: slices of {}, growth is told per second; --frame-on names the program's loop",
          duration(static_cast<std::uint64_t>(frames.slice)));
  }
  return "";
}

std::string time_left(const Findings& findings) {
  const auto& verdict = findings.verdict;
  if (!verdict.frames_to_limit || !verdict.time_to_limit) return "";
  const std::string limit = human_size(verdict.memory_limit);
  return fmt::format("limit: {} {} gone in about {} at this pace", limit,
                     limit.starts_with("1 ") ? "is" : "are", duration(*verdict.time_to_limit));
}

}  // namespace tensorleak::views
