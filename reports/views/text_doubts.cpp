#include "reports/views/text_doubts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "reports/views/numbers.hpp"

namespace tensorleak::views {

using analysis::Completeness;
using analysis::Doubt;
using analysis::Findings;
using analysis::Label;
using analysis::Site;

namespace {

std::uint64_t frames_needed(const Findings& findings) {
  std::uint64_t most = 0;
  for (const Site& site : findings.sites) {
    if (site.label == Label::kUnknown) most = std::max(most, site.evidence.frames_needed);
  }
  return most;
}

bool has_marks(const Findings& findings) {
  return std::ranges::any_of(findings.lanes, [](const auto& lane) { return lane.marks > 0; });
}

std::string more_frames(const Findings& findings) {
  if (!has_marks(findings)) return "mark each turn of the program's loop as a frame";
  const std::uint64_t needed = frames_needed(findings);
  if (needed == 0) return "record more frames";
  return fmt::format("record at least {} more {}", grouped(needed),
                     needed == 1 ? "frame" : "frames");
}

std::string filling(const Findings& findings) {
  std::uint64_t sites = 0;
  std::uint64_t tensors = 0;
  for (const Site& site : findings.sites) {
    if (site.label != Label::kUnknown || site.evidence.read_again == 0) continue;
    ++sites;
    tensors += site.alive;
  }
  return fmt::format(
      "still filling: {} with {} so far {}, and what it made before is read again: a cache that is "
      "being filled and a leak look the same",
      counted(sites, "site"), counted(tensors, "tensor"), sites == 1 ? "grows" : "grow");
}

}  // namespace

std::uint64_t frames_of(const Findings& findings) {
  std::uint64_t frames = 0;
  for (const auto& lane : findings.lanes)
    frames += lane.frames;
  return frames;
}

std::string ending_in_words(Completeness completeness) {
  switch (completeness) {
    case Completeness::kClean:
      return "the recording has a clean end";
    case Completeness::kNoEnd:
      return "the recording has no end: the program or its recorder was stopped";
    case Completeness::kCutLine:
      return "the recording stops within a line";
    case Completeness::kCutStream:
      return "the recording's compressed stream stops early";
  }
  return "";
}

std::string ending_in_words(const analysis::ProgramEnd& end) {
  if (end.signal == 0) return fmt::format("ended with exit code {}", end.exit_code);
  const char* const name = sigabbrev_np(static_cast<int>(end.signal));
  return name == nullptr ? fmt::format("was ended by signal {}", end.signal)
                         : fmt::format("was ended by signal {} (SIG{})", end.signal, name);
}

std::string reason(Doubt doubt, const Findings& findings) {
  const std::uint64_t frames = frames_of(findings);
  switch (doubt) {
    case Doubt::kIncomplete:
      return findings.completeness == Completeness::kClean
                 ? "incomplete: a part of the recording is missing"
                 : "incomplete: " + ending_in_words(findings.completeness);
    case Doubt::kTooShort:
      if (!has_marks(findings)) return "too short: the recording has no frames";
      return fmt::format("too short: {} {} too little", counted(frames, "frame"),
                         frames == 1 ? "says" : "say");
    case Doubt::kNothingObserved:
      if (findings.totals.events == 0 && findings.program_end) {
        return "nothing was observed: the program recorded nothing";
      }
      return fmt::format("nothing was observed: no tensor was seen in {} events",
                         grouped(findings.totals.events));
    case Doubt::kStillFilling:
      return filling(findings);
    case Doubt::kDropped:
      return findings.dropped == 1
                 ? "1 event was dropped: what it said is not known"
                 : grouped(findings.dropped) + " events were dropped: what they said is not known";
  }
  return "";
}

std::string cure(Doubt doubt, const Findings& findings) {
  switch (doubt) {
    case Doubt::kIncomplete:
      return "record until the program ends by itself";
    case Doubt::kTooShort:
    case Doubt::kStillFilling:
      return more_frames(findings);
    case Doubt::kNothingObserved:
      if (findings.totals.events == 0 && !findings.notes.empty()) return "see the note below";
      return "check that the recorder was attached before the program made its first tensor";
    case Doubt::kDropped:
      return "record a shorter run, or let the recorder keep up with it";
  }
  return "";
}

}  // namespace tensorleak::views
