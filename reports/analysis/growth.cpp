#include "reports/analysis/growth.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "reports/analysis/repetition.hpp"
#include "reports/analysis/trend.hpp"

namespace tensorleak::analysis {
namespace {

using Values = std::span<const std::int64_t>;

constexpr std::size_t kMinFrames = 3;
/// Frames of growth that are enough where the recording broke off.
constexpr std::uint64_t kMinFramesBeforeABreak = 10;
constexpr std::size_t kMinFramesForTrend = kMinValuesForTrend - 1;

/// A plateau is so many times as long as the longest pause of the growth before it.
constexpr std::size_t kPausesOfAPlateau = 8;

/// Growth that set in after a fall has to be so many times as long as what fell.
constexpr std::size_t kTeethOfAGrowth = 3;

std::size_t frames_of(Values population) {
  return population.size() - 1;
}

std::size_t third(std::size_t frames) {
  return std::max(kMinFrames, (frames + 2) / 3);
}

std::int64_t increment(Values population, std::size_t frame) {
  return population[frame + 1] - population[frame];
}

/// What one period of a repetition adds.
std::int64_t gain(Values population, std::size_t period) {
  return population.back() - population[population.size() - 1 - period];
}

/// Whether the last period of a repetition is higher at some mark than all before the repetition.
bool reaches_new_maximum(Values population, const Repetition& repetition) {
  const Values before = population.first(population.size() - repetition.length);
  return std::ranges::max(population.last(repetition.period)) > std::ranges::max(before);
}

/// Frames without a new maximum.
struct Quiet {
  std::size_t now = 0;      ///< since the last one
  std::size_t longest = 0;  ///< between two of them
};

Quiet quiet_frames(Values population) {
  Quiet quiet;
  std::int64_t highest = population.front();
  bool has_risen = false;
  for (const std::int64_t value : population.subspan(1)) {
    ++quiet.now;
    if (value <= highest) continue;
    highest = value;
    if (has_risen) quiet.longest = std::max(quiet.longest, quiet.now);
    has_risen = true;
    quiet.now = 0;
  }
  return quiet;
}

/// Whether the last third brought nothing new; or the last quarter, after growth that never paused
/// for long.
bool levelled(Values population) {
  const std::size_t frames = frames_of(population);
  const Quiet quiet = quiet_frames(population);
  if (quiet.now >= std::min(third(frames), frames)) return true;
  return frames >= kMinFramesForTrend && 4 * quiet.now >= frames &&
         quiet.now >= kPausesOfAPlateau * quiet.longest;
}

Growth undecided(std::size_t frames_needed) {
  return {.kind = GrowthKind::kUndecided, .frames_needed = std::max<std::size_t>(1, frames_needed)};
}

Growth settled(GrowthKind kind, std::size_t first, std::size_t frames, std::size_t period) {
  return {.kind = kind, .first_frame = first, .frames_judged = frames - first, .period = period};
}

/// After this many more frames of a growth that started late, it would fill the last third.
std::size_t frames_until_a_third(std::size_t frames, std::size_t growing) {
  return (frames - std::min(frames, 3 * growing) + 1) / 2;
}

Growth judge_trend_of(Values population, std::uint64_t tests) {
  const std::size_t frames = frames_of(population);
  if (frames < kMinFramesForTrend) return undecided(kMinFramesForTrend - frames);
  const Trend trend = judge_trend(population, tests);
  Growth growth;
  switch (trend.kind) {
    case TrendKind::kRising:
      growth = settled(GrowthKind::kGrowing, frames / 3, frames, 0);
      break;
    case TrendKind::kUnclear:
      growth = undecided(frames);
      break;
    case TrendKind::kNone:
      growth = settled(GrowthKind::kLevelled, frames - third(frames), frames, 0);
      break;
  }
  growth.score = trend.score;
  growth.tau = trend.tau;
  growth.slowing = trend.slowing;
  growth.was_tested = true;
  return growth;
}

/// The longest climb before mark `end` that a fall to half its height or lower ended: what was made
/// in it went at once, as when a collector comes.
std::size_t longest_tooth(Values population, std::size_t end) {
  std::size_t longest = 0;
  std::size_t trough = 0;
  std::size_t peak = 0;
  for (std::size_t at = 1; at <= end; ++at) {
    if (population[at] > population[peak]) peak = at;
    const std::int64_t height = population[peak] - population[trough];
    if (height > 0 && 2 * (population[at] - population[trough]) <= height) {
      longest = std::max(longest, peak - trough);
      trough = peak = at;
    }
    if (population[at] < population[trough]) trough = peak = at;
  }
  return longest;
}

Growth judge_changing(Values population, std::uint64_t tests) {
  const std::size_t frames = frames_of(population);
  const Repetition repetition = longest_repetition(population);
  const std::size_t start = frames - repetition.length;
  const bool fills_last_third = repetition.length >= third(frames);
  const bool gains = repetition.period != 0 && gain(population, repetition.period) > 0;
  const bool climbs = gains && reaches_new_maximum(population, repetition);
  if (climbs && fills_last_third) {
    // What climbs after it fell before may be one more tooth.
    const std::size_t enough = kTeethOfAGrowth * longest_tooth(population, start);
    if (repetition.length < enough) return undecided(enough - repetition.length);
    return settled(GrowthKind::kGrowing, start, frames, repetition.period);
  }
  if (repetition.period != 0 && !gains && fills_last_third) {
    return settled(GrowthKind::kLevelled, start, frames, 0);
  }
  if (!climbs && levelled(population)) {
    const std::size_t quiet = std::min(third(frames), quiet_frames(population).now);
    return settled(GrowthKind::kLevelled, frames - quiet, frames, 0);
  }
  // A few last frames that repeat are the start of a growth, or what chance makes of noise.
  Growth growth = judge_trend_of(population, tests);
  const bool as_noise =
      growth.kind == GrowthKind::kLevelled && has_fallen_as_far(population, start);
  if (climbs && growth.kind != GrowthKind::kGrowing && !as_noise) {
    growth.kind = GrowthKind::kUndecided;
    growth.frames_needed = frames_until_a_third(frames, repetition.length);
  }
  return growth;
}

std::uint64_t steps_up(Values population) {
  std::uint64_t steps = 0;
  for (std::size_t frame = 0; frame < frames_of(population); ++frame) {
    if (increment(population, frame) > 0) ++steps;
  }
  return steps;
}

void count_in_frames(Growth& growth, std::uint64_t stride) {
  growth.first_frame *= stride;
  growth.frames_judged *= stride;
  growth.period *= stride;
  growth.frames_needed *= stride;
}

}  // namespace

Growth judge_growth(Values population, std::uint64_t stride, std::uint64_t tests) {
  if (population.empty()) return {};
  const std::size_t frames = frames_of(population);
  Growth growth;
  if (std::ranges::count(population, population.front()) ==
      static_cast<std::ptrdiff_t>(population.size())) {
    growth = settled(GrowthKind::kFlat, 0, frames, 0);
  } else if (frames < kMinFrames) {
    growth = undecided(kMinFrames - frames);
  } else {
    growth = judge_changing(population, tests);
  }
  growth.steps_up = steps_up(population);
  count_in_frames(growth, stride);
  if (growth.kind == GrowthKind::kGrowing) growth.rate = rate_over(population, stride, growth);
  return growth;
}

Growth trend_of(Values population, std::uint64_t stride, std::uint64_t tests) {
  if (population.empty()) return undecided(kMinFramesForTrend);
  Growth growth = judge_trend_of(population, tests);
  count_in_frames(growth, stride);
  if (growth.kind == GrowthKind::kGrowing) growth.rate = rate_over(population, stride, growth);
  return growth;
}

bool has_fallen_as_far(Values population, std::size_t start) {
  const std::int64_t rise = population.back() - population[start];
  std::int64_t highest = population.front();
  for (const std::int64_t value : population.first(start + 1)) {
    highest = std::max(highest, value);
    if (highest - value >= rise) return true;
  }
  return false;
}

Growth left_open(const Growth& growth, std::uint64_t frames) {
  Growth open = undecided(frames);
  open.steps_up = growth.steps_up;
  return open;
}

Growth before_a_break(Growth growth) {
  if (growth.kind != GrowthKind::kGrowing) return growth;
  if (growth.slowing) return left_open(growth, growth.frames_judged);
  if (growth.frames_judged >= kMinFramesBeforeABreak) return growth;
  return left_open(growth, kMinFramesBeforeABreak - growth.frames_judged);
}

Rate rate_over(Values population, std::uint64_t stride, const Growth& growth) {
  const std::size_t first = growth.first_frame / stride;
  const Values part = population.subspan(first);
  const std::size_t period = growth.period / stride;
  const auto frames_in = [stride](std::size_t strides) {
    return static_cast<std::int64_t>(strides * stride);
  };
  if (period != 0 && repeating_suffix(part, period) == frames_of(part)) {
    return reduced(part.back() - part[part.size() - 1 - period], frames_in(period), true);
  }
  // Of an exact growth every frame is known; in a trend the ends are as noisy as all else.
  const auto strides = static_cast<double>(frames_of(part));
  const std::int64_t rise =
      period != 0 ? part.back() - part.front() : std::llround(theil_sen_slope(part) * strides);
  return reduced(rise, frames_in(frames_of(part)), false);
}

}  // namespace tensorleak::analysis
