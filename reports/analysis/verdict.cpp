#include "reports/analysis/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/analysis/judge.hpp"

namespace tensorleak::analysis {
namespace {

constexpr std::uint64_t kMinFrames = 3;

void add_leak(Verdict& verdict, const Site& site) {
  ++verdict.leaking_sites;
  verdict.leaked_tensors += site.leaked;
  verdict.leaked_bytes += site.leaked_bytes;
  if (site.label != Label::kLeakGrowing) return;
  ++verdict.growing_sites;
  verdict.tensors_per_frame = verdict.tensors_per_frame + site.tensors_per_frame;
  verdict.bytes_per_frame = verdict.bytes_per_frame + site.bytes_per_frame;
}

std::optional<std::uint64_t> frames_to_fill(std::uint64_t limit, const Rate& rate) {
  if (rate.amount <= 0) return std::nullopt;
  const auto amount = static_cast<std::uint64_t>(rate.amount);
  const auto per = static_cast<std::uint64_t>(rate.frames);
  std::uint64_t scaled = 0;
  if (__builtin_mul_overflow(limit, per, &scaled))
    return limit / std::max<std::uint64_t>(1, amount / per);
  return scaled / amount;
}

/// How long so many frames of the longest lane take; of slices of time, one is told as a second.
std::optional<std::uint64_t> time_of(std::uint64_t frames, const Findings& findings) {
  constexpr double kSecond = 1e9;
  double frame = 0;
  if (findings.frames.source == FrameSource::kTime) {
    frame = kSecond;
  } else if (!findings.lanes.empty() && findings.lanes.front().frames > 0) {
    const Lane& lane = findings.lanes.front();
    frame = static_cast<double>(lane.duration) / static_cast<double>(lane.frames);
  }
  const double time = frame * static_cast<double>(frames);
  constexpr double kLongest = 1e18;  // 30 years
  if (time < 1 || time > kLongest) return std::nullopt;
  return static_cast<std::uint64_t>(time);
}

bool is_filling(const Site& site) {
  return site.label == Label::kUnknown && is_still_filling(site.evidence);
}

bool is_unclear(const Site& site) {
  return site.label == Label::kUnknown && !is_filling(site);
}

std::vector<Doubt> doubts_about(const Findings& findings) {
  std::vector<Doubt> doubts;
  const auto doubt_if = [&](bool applies, Doubt doubt) {
    if (applies) doubts.push_back(doubt);
  };
  const std::uint64_t frames = findings.lanes.empty() ? 0 : findings.lanes.front().frames;
  const bool undecided_resource =
      std::ranges::find(findings.resources, Label::kUnknown, &ResourceFinding::label) !=
      findings.resources.end();
  doubt_if(findings.totals.created == 0, Doubt::kNothingObserved);
  doubt_if(findings.completeness != Completeness::kClean, Doubt::kIncomplete);
  doubt_if((frames > 0 && frames < kMinFrames) || undecided_resource ||
               std::ranges::any_of(findings.sites, is_unclear),
           Doubt::kTooShort);
  doubt_if(std::ranges::any_of(findings.sites, is_filling), Doubt::kStillFilling);
  doubt_if(findings.dropped > 0, Doubt::kDropped);
  return doubts;
}

}  // namespace

Verdict verdict_of(const Findings& findings, std::uint64_t memory_limit) {
  Verdict verdict{.doubts = doubts_about(findings), .memory_limit = memory_limit};
  for (const Site& site : findings.sites) {
    if (is_leak(site.label)) add_leak(verdict, site);
  }
  const bool leaks_below = std::ranges::find(findings.resources, Label::kLeakBelow,
                                             &ResourceFinding::label) != findings.resources.end();
  verdict.frames_to_limit = frames_to_fill(memory_limit, verdict.bytes_per_frame);
  if (verdict.frames_to_limit) verdict.time_to_limit = time_of(*verdict.frames_to_limit, findings);
  if (findings.frames.source == FrameSource::kTime) verdict.frames_to_limit.reset();
  if (verdict.leaking_sites > 0 || leaks_below) {
    verdict.outcome = Outcome::kLeak;
  } else {
    verdict.outcome = verdict.doubts.empty() ? Outcome::kClean : Outcome::kNoVerdict;
  }
  return verdict;
}

}  // namespace tensorleak::analysis
