#include "reports/analysis/trend.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <vector>

namespace tensorleak::analysis {
namespace {

using Values = std::span<const std::int64_t>;

constexpr std::size_t kBlocks = kPartsOfATrend;
constexpr std::size_t kBlocksInAThird = kBlocks / 3;
constexpr std::size_t kPartsForSlope = 256;
constexpr std::size_t kPartsOfABlock = 8;

/// Once in so many runs may chance alone make some population's floor look like a trend.
constexpr double kFalseAlarmsPerRun = 0.001;

/// Below it there is no trend worth a name: chance exceeds it once in 20 times.
constexpr double kScoreOfAnyTrend = 1.64;

/// Of Kendall's S over the last third of the floor, where chance reaches it once in 20 times.
constexpr int kLeastScoreInTheLastThird = 14;

/// One rise in the last third may be the last: of what grows once in a while, such as a pool.
constexpr std::ptrdiff_t kLeastRisesInTheLastThird = 2;

/// In the last two thirds, by which the rate goes: what rises less often may be about to stop.
constexpr std::ptrdiff_t kLeastRises = 5;

/// A pace that has fallen by this many standard deviations has fallen for a reason. What levels off
/// loses half of its pace from one third to the next; of what falls less, chance has to be ruled
/// out further, for a run has many populations and a gate many runs.
constexpr double kNoiseOfHalvedPace = 3;
constexpr double kNoiseOfPace = 4;

std::int64_t median(Values values) {
  std::vector<std::int64_t> sorted(values.begin(), values.end());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::ranges::nth_element(sorted, middle);
  return *middle;
}

/// The minima of so many equal parts, of at least one value each.
std::vector<std::int64_t> floor_of(Values population, std::size_t blocks) {
  std::vector<std::int64_t> floor;
  floor.reserve(blocks);
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t begin = population.size() * block / blocks;
    const std::size_t end = population.size() * (block + 1) / blocks;
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

/// The variance that S has without a trend, corrected for ties.
double variance_of_kendall(Values values) {
  const auto term = [](double count) { return count * (count - 1) * (2 * count + 5); };
  std::vector<std::int64_t> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  double variance = term(static_cast<double>(sorted.size()));
  for (auto tie = sorted.begin(); tie != sorted.end();) {
    const auto next = std::upper_bound(tie, sorted.end(), *tie);
    variance -= term(static_cast<double>(next - tie));
    tie = next;
  }
  return variance / 18;
}

/// How likely a standard normal variable is to exceed `score`.
double chance_of(double score) {
  return std::erfc(score / std::numbers::sqrt2) / 2;
}

/// In how many places each value is above the one before it.
std::ptrdiff_t rises(Values values) {
  std::ptrdiff_t count = 0;
  for (std::size_t i = 1; i < values.size(); ++i)
    count += values[i] > values[i - 1] ? 1 : 0;
  return count;
}

/// Whether the last third of the floor goes on rising to its end: not one that stands still again,
/// after a single step for example.
bool rises_to_the_end(Values last) {
  if (rises(last) < kLeastRisesInTheLastThird) return false;
  const Values earlier = last.first(last.size() / 2);
  const Values later = last.last(last.size() / 2);
  return std::ranges::max(later) > std::ranges::max(earlier) &&
         kendall(last) >= kLeastScoreInTheLastThird;
}

/// The variance of the floor's increments from one block to the next, by the mean square of
/// successive differences (J. von Neumann, 1941): a pace that changes smoothly adds nothing.
double variance_of_increments(Values floor) {
  double squares = 0;
  for (std::size_t i = 2; i < floor.size(); ++i) {
    const auto change = static_cast<double>(floor[i] - 2 * floor[i - 1] + floor[i - 2]);
    squares += change * change;
  }
  return squares / (2 * static_cast<double>(floor.size() - 2));
}

/// The same by the median, which the one step of a pace that changes at once does not move.
double median_variance_of_increments(Values floor) {
  constexpr double kMedianOfNormal = 0.6745;
  std::vector<std::int64_t> changes;
  changes.reserve(floor.size());
  for (std::size_t i = 2; i < floor.size(); ++i)
    changes.push_back(std::abs(floor[i] - 2 * floor[i - 1] + floor[i - 2]));
  const double deviation = static_cast<double>(median(changes)) / kMedianOfNormal;
  return deviation * deviation / 2;
}

/// The standard deviation of the difference between the growth over neighbouring thirds. The noise
/// is measured between blocks and between parts of them, and both count: few blocks look smooth or
/// rough by chance, and parts do not show what moves slowly.
double noise_of_pace(Values population, Values floor) {
  const std::size_t parts = std::min(population.size(), kPartsOfABlock * floor.size());
  const double from_parts = variance_of_increments(floor_of(population, parts)) *
                            static_cast<double>(parts) / static_cast<double>(floor.size());
  const double of_a_block = (median_variance_of_increments(floor) + from_parts) / 2;
  return std::sqrt(2.0 * kBlocksInAThird * of_a_block);
}

}  // namespace

Trend judge_trend(Values population, std::uint64_t tests) {
  const std::vector<std::int64_t> blocks = floor_of(population, kBlocks);
  const Values floor = blocks;
  const Values last = floor.last(kBlocksInAThird);
  Trend trend;
  const int score = kendall(floor);
  const double variance = variance_of_kendall(floor);
  trend.tau = score / (kBlocks * (kBlocks - 1) / 2.0);
  trend.score = variance > 0 ? score / std::sqrt(variance) : 0;
  const std::int64_t highest_before = std::ranges::max(floor.first(floor.size() - last.size()));
  if (std::ranges::max(last) <= highest_before) return trend;
  // A height that was given back, in a run that has no trend, is what chance makes of a third.
  const bool given_back = last.back() <= highest_before && trend.score < kScoreOfAnyTrend;
  if (given_back) return trend;
  trend.kind = TrendKind::kUnclear;
  const double many = static_cast<double>(std::max<std::uint64_t>(1, tests));
  if (chance_of(trend.score) * many > kFalseAlarmsPerRun || !rises_to_the_end(last)) return trend;
  if (rises(floor.last(2 * kBlocksInAThird)) < kLeastRises) return trend;

  const std::int64_t middle = median(floor.subspan(kBlocksInAThird, kBlocksInAThird));
  const std::int64_t before = middle - median(floor.first(kBlocksInAThird));
  const std::int64_t after = median(last) - middle;
  if (before <= 0 || after <= 0) return trend;
  trend.slowing = 4 * after < 3 * before;
  const auto fallen = static_cast<double>(before - after);
  const double bound = 2 * after < before ? kNoiseOfHalvedPace : kNoiseOfPace;
  if (trend.slowing && fallen > bound * noise_of_pace(population, floor)) return trend;
  trend.kind = TrendKind::kRising;
  return trend;
}

double theil_sen_slope(Values values) {
  const std::size_t parts = std::min(values.size(), kPartsForSlope);
  std::vector<double> means;
  std::vector<double> middles;
  means.reserve(parts);
  middles.reserve(parts);
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t begin = values.size() * part / parts;
    const std::size_t end = values.size() * (part + 1) / parts;
    double sum = 0;
    for (const std::int64_t value : values.subspan(begin, end - begin))
      sum += static_cast<double>(value);
    means.push_back(sum / static_cast<double>(end - begin));
    middles.push_back(static_cast<double>(begin + end - 1) / 2);
  }
  std::vector<double> slopes;
  slopes.reserve(parts * (parts - 1) / 2);
  for (std::size_t i = 0; i < parts; ++i) {
    for (std::size_t j = i + 1; j < parts; ++j)
      slopes.push_back((means[j] - means[i]) / (middles[j] - middles[i]));
  }
  if (slopes.empty()) return 0;
  const auto middle = slopes.begin() + static_cast<std::ptrdiff_t>(slopes.size() / 2);
  std::ranges::nth_element(slopes, middle);
  return *middle;
}

}  // namespace tensorleak::analysis
