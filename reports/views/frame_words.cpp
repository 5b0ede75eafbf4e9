#include "reports/views/frame_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/views/numbers.hpp"
#include "reports/views/printable.hpp"

namespace tensorleak::views {

using analysis::Findings;
using analysis::FrameBasis;
using analysis::FrameLoop;
using analysis::FrameSource;
using analysis::Lane;

namespace {

constexpr std::size_t kMostNamed = 3;

/// "draw, app.js:12".
std::string place_of(const FrameLoop& loop) {
  std::string place = printable(loop.function);
  if (!loop.file.empty()) {
    place += fmt::format("{}{}:{}", place.empty() ? "" : ", ", printable(loop.file), loop.line);
  }
  return place;
}

/// "300 turns of the loop at draw, app.js:12".
std::string turns_of(const FrameLoop& loop) {
  const std::string turns = counted(loop.turns, "turn");
  const std::string place = place_of(loop);
  return place.empty() ? turns : fmt::format("{} of the loop at {}", turns, place);
}

/// A lane of all threads has the turns of several loops, and is none of them.
std::string found_on_axis(const FrameBasis& frames, const Lane& lane) {
  const auto loop = std::ranges::find(frames.loops, lane.name, &FrameLoop::lane);
  const bool is_one = loop != frames.loops.end();
  const std::string place = is_one ? place_of(*loop) : printable(lane.name);
  return fmt::format("frames found{}: {}, {} % sure", place.empty() ? "" : " at " + place,
                     grouped(lane.frames),
                     is_one ? loop->confidence_percent : frames.confidence_percent);
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

/// What else the frames of the least sure loop may be.
std::string doubt_of(const FrameBasis& frames) {
  const auto loop = std::ranges::min_element(frames.loops, {}, &FrameLoop::confidence_percent);
  if (loop == frames.loops.end() || loop->doubt.empty()) return "";
  return ": " + printable(loop->doubt);
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
          "frames: found, not marked: {}; {}{} % sure{}; --frame-on names another loop",
          loops_in_words(frames), frames.loops.size() > 1 ? "at least " : "",
          frames.confidence_percent, doubt_of(frames));
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

std::string frames_on_axis(const Findings& findings, const Lane& lane) {
  const FrameBasis& frames = findings.frames;
  switch (frames.source) {
    case FrameSource::kNone:
    case FrameSource::kMarks:
      break;
    case FrameSource::kFound:
      return found_on_axis(frames, lane);
    case FrameSource::kChosen:
      return fmt::format("frames as --frame-on {} says: {}", printable(frames.chosen),
                         grouped(lane.frames));
    case FrameSource::kTime:
      return fmt::format("slices of {}: {}", duration(static_cast<std::uint64_t>(frames.slice)),
                         grouped(lane.frames));
  }
  return "frames";
}

std::string time_left(const Findings& findings) {
  const auto& verdict = findings.verdict;
  if (!verdict.frames_to_limit || !verdict.time_to_limit) return "";
  const std::string limit = human_size(verdict.memory_limit);
  return fmt::format("limit: {} {} gone in about {} at this pace", limit,
                     limit.starts_with("1 ") ? "is" : "are", duration(*verdict.time_to_limit));
}

}  // namespace tensorleak::views
