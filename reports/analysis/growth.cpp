#include "reports/analysis/growth.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace tensorleak::analysis {
namespace {

using Values = std::span<const std::int64_t>;

constexpr std::size_t kMinFrames = 3;
constexpr std::size_t kMinPeriods = 3;
/// Frames of growth that are enough where the recording broke off.
constexpr std::uint64_t kMinFramesBeforeABreak = 10;
/// Frames below which thirds are too short to be compared: eight marks in each.
constexpr std::size_t kMinFramesForThirds = 24;
constexpr std::size_t kBlocksInAThird = 8;
/// Of Kendall's S over the whole floor: three standard deviations of its 24 values without a trend,
/// sqrt(24 · 23 · 53 / 18) = 40 each. And of its last third, where chance reaches it once in 20
/// times; less would take the wandering parts of a bounded cache for growth.
constexpr int kLeastScore = 124;
constexpr int kLeastScoreInTheLastThird = 14;

std::size_t frames_of(Values population) {
  return population.size() - 1;
}

std::size_t third(std::size_t frames) {
  return std::max(kMinFrames, (frames + 2) / 3);
}

std::int64_t increment(Values population, std::size_t frame) {
  return population[frame + 1] - population[frame];
}

/// The longest run of last frames whose increments repeat, and the period of that repetition.
struct Repetition {
  std::size_t period = 0;
  std::size_t length = 0;
};

std::size_t repeating_suffix(Values population, std::size_t period) {
  const std::size_t frames = frames_of(population);
  std::size_t matched = 0;
  while (matched + period < frames && increment(population, frames - 1 - matched) ==
                                          increment(population, frames - 1 - matched - period)) {
    ++matched;
  }
  return matched + period;
}

Repetition longest_repetition(Values population) {
  Repetition best;
  for (std::size_t period = 1; period * kMinPeriods <= frames_of(population); ++period) {
    const std::size_t length = repeating_suffix(population, period);
    if (length >= kMinPeriods * period && length > best.length) best = {period, length};
  }
  return best;
}

/// What one period of a repetition adds.
std::int64_t gain(Values population, std::size_t period) {
  return population.back() - population[population.size() - 1 - period];
}

bool reaches_new_maximum(Values population, std::size_t since) {
  const auto before = population.first(since + 1);
  return population.back() > *std::ranges::max_element(before);
}

bool levelled(Values population) {
  const std::size_t tail = std::min(third(frames_of(population)), frames_of(population));
  const auto head = population.first(population.size() - tail);
  return std::ranges::max(population.last(tail)) <= std::ranges::max(head);
}

std::int64_t median(Values values) {
  std::vector<std::int64_t> sorted(values.begin(), values.end());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::ranges::nth_element(sorted, middle);
  return *middle;
}

enum class Trend : std::uint8_t { kNone, kUnclear, kSteady };

/// The lowest value of each of `count` blocks of equal length. Minima stand for what survives a
/// collection: what a garbage collector has not yet got to stands above them.
std::vector<std::int64_t> floor_of(Values population, std::size_t count) {
  std::vector<std::int64_t> floor;
  floor.reserve(count);
  for (std::size_t block = 0; block < count; ++block) {
    const std::size_t begin = population.size() * block / count;
    const std::size_t end = population.size() * (block + 1) / count;
    floor.push_back(std::ranges::min(population.subspan(begin, end - begin)));
  }
  return floor;
}

/// Kendall's S: pairs in which the later value is higher, less those in which it is lower.
int kendall(Values values) {
  int score = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (const std::int64_t later : values.subspan(i + 1))
      score += (later > values[i] ? 1 : 0) - (later < values[i] ? 1 : 0);
  }
  return score;
}

/// Whether the last third of the floor goes on rising to its end: not one that stands still again.
bool rises_to_the_end(Values last) {
  const Values earlier = last.first(last.size() / 2);
  const Values later = last.last(last.size() / 2);
  return std::ranges::max(later) > std::ranges::max(earlier) &&
         kendall(last) >= kLeastScoreInTheLastThird;
}

/// Compares the three thirds of the floor.
Trend trend_of_thirds(Values population) {
  const std::vector<std::int64_t> floor = floor_of(population, 3 * kBlocksInAThird);
  const Values first = Values(floor).first(kBlocksInAThird);
  const Values second = Values(floor).subspan(kBlocksInAThird, kBlocksInAThird);
  const Values last = Values(floor).last(kBlocksInAThird);
  const auto before = std::max(std::ranges::max(first), std::ranges::max(second));
  if (std::ranges::max(last) <= before) return Trend::kNone;
  if (kendall(floor) < kLeastScore || !rises_to_the_end(last)) return Trend::kUnclear;
  const std::int64_t earlier_pace = median(second) - median(first);
  const std::int64_t later_pace = median(last) - median(second);
  const bool separated = median(last) > median(second) && median(second) > median(first);
  return separated && 4 * later_pace >= 3 * earlier_pace ? Trend::kSteady : Trend::kUnclear;
}

/// The slope of the line that least squares put through the values.
double slope(Values values) {
  const auto count = static_cast<double>(values.size());
  const double middle = (count - 1) / 2;
  double product = 0;
  double squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double distance = static_cast<double>(i) - middle;
    product += distance * static_cast<double>(values[i]);
    squares += distance * distance;
  }
  return squares == 0 ? 0 : product / squares;
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

Growth judge_changing(Values population) {
  const std::size_t frames = frames_of(population);
  const Repetition repetition = longest_repetition(population);
  const std::size_t start = frames - repetition.length;
  const bool fills_last_third = repetition.length >= third(frames);
  const bool gains = repetition.period != 0 && gain(population, repetition.period) > 0;
  if (gains && reaches_new_maximum(population, start)) {
    if (!fills_last_third) return undecided(frames_until_a_third(frames, repetition.length));
    return settled(GrowthKind::kGrowing, start, frames, repetition.period);
  }
  if (repetition.period != 0 && !gains && fills_last_third) {
    return settled(GrowthKind::kLevelled, start, frames, 0);
  }
  if (levelled(population)) {
    return settled(GrowthKind::kLevelled, frames - third(frames), frames, 0);
  }
  if (frames < kMinFramesForThirds) return undecided(kMinFramesForThirds - frames);
  switch (trend_of_thirds(population)) {
    case Trend::kSteady:
      return settled(GrowthKind::kGrowing, frames / 3, frames, 0);
    case Trend::kUnclear:
      return undecided(frames);
    case Trend::kNone:
      break;
  }
  return settled(GrowthKind::kLevelled, frames - third(frames), frames, 0);
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

Growth judge_growth(Values population, std::uint64_t stride) {
  if (population.empty()) return {};
  const std::size_t frames = frames_of(population);
  Growth growth;
  if (std::ranges::count(population, population.front()) ==
      static_cast<std::ptrdiff_t>(population.size())) {
    growth = settled(GrowthKind::kFlat, 0, frames, 0);
  } else if (frames < kMinFrames) {
    growth = undecided(kMinFrames - frames);
  } else {
    growth = judge_changing(population);
  }
  growth.steps_up = steps_up(population);
  count_in_frames(growth, stride);
  if (growth.kind == GrowthKind::kGrowing) growth.rate = rate_over(population, stride, growth);
  return growth;
}

Growth before_a_break(Growth growth) {
  if (growth.kind != GrowthKind::kGrowing || growth.frames_judged >= kMinFramesBeforeABreak) {
    return growth;
  }
  Growth doubted = undecided(kMinFramesBeforeABreak - growth.frames_judged);
  doubted.steps_up = growth.steps_up;
  return doubted;
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
      period != 0 ? part.back() - part.front() : std::llround(slope(part) * strides);
  return reduced(rise, frames_in(frames_of(part)), false);
}

}  // namespace tensorleak::analysis
