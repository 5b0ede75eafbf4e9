#include "reports/analysis/trend.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace tensorleak::analysis {
namespace {

using Values = std::vector<std::int64_t>;

/// The median of the slopes between all pairs, the slow way.
double median_of_all_slopes(const Values& values) {
  std::vector<double> slopes;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      slopes.push_back(static_cast<double>(values[j] - values[i]) / static_cast<double>(j - i));
    }
  }
  std::ranges::sort(slopes);
  return slopes[slopes.size() / 2];
}

/// Linear growth of 0.2 a value under noise.
Values noisy_line(std::uint32_t seed, std::size_t count, std::uint32_t noise) {
  std::mt19937 random(seed);
  Values values;
  values.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(static_cast<std::int64_t>(i / 5 + random() % noise));
  return values;
}

TEST(Trend, TheSlopeOfFewValuesIsTheMedianOfAllPairs) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const Values values = noisy_line(seed, 200, 10);
    EXPECT_DOUBLE_EQ(theil_sen_slope(values), median_of_all_slopes(values)) << "seed " << seed;
  }
}

TEST(Trend, TheSlopeOfManyValuesIsNearIt) {
  const Values values = noisy_line(1, 2000, 10);
  EXPECT_NEAR(theil_sen_slope(values), median_of_all_slopes(values), 0.002);
  EXPECT_NEAR(theil_sen_slope(values), 0.2, 0.002);
}

TEST(Trend, OutliersMoveTheSlopeLittle) {
  Values values = noisy_line(2, 200, 3);
  for (std::size_t i = 150; i < 170; ++i)
    values[i] += 10'000;
  EXPECT_NEAR(theil_sen_slope(values), 0.2, 0.03);
}

TEST(Trend, OneValueHasNoSlope) {
  EXPECT_EQ(theil_sen_slope(Values{7}), 0);
  EXPECT_EQ(theil_sen_slope(Values{}), 0);
}

TEST(Trend, AllPartsInOrderScoreAsKendallSays) {
  Values values(48);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<std::int64_t>(i);
  const Trend trend = judge_trend(values, 1);
  EXPECT_EQ(trend.kind, TrendKind::kRising);
  EXPECT_DOUBLE_EQ(trend.tau, 1);
  EXPECT_NEAR(trend.score, 276 / 40.315, 0.01);  // S = 24 · 23 / 2, its variance 24 · 23 · 53 / 18
  EXPECT_FALSE(trend.slowing);
}

TEST(Trend, AConstantScoresNothing) {
  const Trend trend = judge_trend(Values(100, 5), 1);
  EXPECT_EQ(trend.kind, TrendKind::kNone);
  EXPECT_EQ(trend.score, 0);
}

TEST(Trend, ChanceMakesATrendOncePerThousandRunsAtMost) {
  std::mt19937 random(11);
  int alarms = 0;
  for (int run = 0; run < 20'000; ++run) {
    Values noise(48);
    for (std::int64_t& value : noise)
      value = static_cast<std::int64_t>(random() % 40);
    alarms += judge_trend(noise, 1).kind == TrendKind::kRising ? 1 : 0;
  }
  EXPECT_LE(alarms, 20);
}

TEST(Trend, ARecordInTheLastThirdOfNoiseIsNoneOnceItIsGivenBack) {
  std::mt19937 random(23);
  int unclear = 0;
  for (int run = 0; run < 1'000; ++run) {
    Values noise(480);
    for (std::int64_t& value : noise)
      value = static_cast<std::int64_t>(random() % 1'000);
    unclear += judge_trend(noise, 1).kind == TrendKind::kUnclear ? 1 : 0;
  }
  EXPECT_LT(unclear, 100);
}

TEST(Trend, OneStepInTheLastThirdIsNone) {
  const auto steps_at = [](const Values& marks) {
    Values population(720);
    for (const std::int64_t mark : marks) {
      for (auto at = static_cast<std::size_t>(mark); at < population.size(); ++at)
        ++population[at];
    }
    return judge_trend(population, 1).kind;
  };
  EXPECT_EQ(steps_at({1, 2, 3, 10, 13, 21, 199, 600}), TrendKind::kUnclear);
  EXPECT_EQ(steps_at({20, 110, 200, 290, 380, 470, 560, 650}), TrendKind::kRising);
}

TEST(Trend, AFewStepsAreNone) {
  // Records come ever more seldom, and by chance as if they were to go on: three in two thirds.
  Values records;
  for (const std::int64_t height : {2, 6, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8,  //
                                    8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 10}) {
    records.insert(records.end(), 24, height);
  }
  EXPECT_EQ(judge_trend(records, 1).kind, TrendKind::kUnclear);
}

/// A population to which chance adds one in `share` of ten values.
Values grows_by_chance(std::uint32_t seed, std::size_t count, std::uint32_t share) {
  std::mt19937 random(seed);
  Values values(count);
  for (std::size_t i = 1; i < count; ++i)
    values[i] = values[i - 1] + (random() % 10 < share ? 1 : 0);
  return values;
}

TEST(Trend, GrowthByChanceRises) {
  int missed = 0;
  for (std::uint32_t seed = 0; seed < 3'000; ++seed)
    missed += judge_trend(grows_by_chance(seed, 660, 3), 1).kind == TrendKind::kRising ? 0 : 1;
  EXPECT_LE(missed, 1);
}

TEST(Trend, GrowthThatHalvesItsPaceInTheLastThirdDoesNotRise) {
  int rising = 0;
  for (std::uint32_t seed = 0; seed < 1'000; ++seed) {
    Values values = grows_by_chance(seed, 960, 8);
    const Values slower = grows_by_chance(seed + 1'000, 320, 2);
    for (std::size_t i = 0; i < slower.size(); ++i)
      values[640 + i] = values[640] + slower[i];
    rising += judge_trend(values, 1).kind == TrendKind::kRising ? 1 : 0;
  }
  EXPECT_LE(rising, 2);
}

TEST(Trend, ManyTestsAskForMore) {
  const auto rising_for = [](std::uint64_t tests) {
    int rising = 0;
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
      rising += judge_trend(noisy_line(seed, 48, 16), tests).kind == TrendKind::kRising ? 1 : 0;
    }
    return rising;
  };
  EXPECT_GT(rising_for(1), rising_for(10'000));
}

}  // namespace
}  // namespace tensorleak::analysis
