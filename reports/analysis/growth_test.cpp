#include "reports/analysis/growth.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <vector>

namespace tensorleak::analysis {
namespace {

using Population = std::vector<std::int64_t>;

/// A population of `frames` + 1 marks, given the increment of each frame.
Population grown_by(std::size_t frames, const std::function<std::int64_t(std::size_t)>& increment,
                    std::int64_t start = 0) {
  Population population{start};
  for (std::size_t frame = 0; frame < frames; ++frame) {
    population.push_back(population.back() + increment(frame));
  }
  return population;
}

TEST(Growth, AConstantIsFlat) {
  EXPECT_EQ(judge_growth(Population(30, 117), 1).kind, GrowthKind::kFlat);
}

TEST(Growth, NoFramesAreFlat) {
  EXPECT_EQ(judge_growth(Population{}, 1).kind, GrowthKind::kFlat);
  EXPECT_EQ(judge_growth(Population{4}, 1).kind, GrowthKind::kFlat);
}

TEST(Growth, ThreeEqualFramesAreEnough) {
  const Growth growth = judge_growth(Population{0, 267, 534, 801}, 1);
  EXPECT_EQ(growth.kind, GrowthKind::kGrowing);
  EXPECT_EQ(growth.rate, (Rate{267, 1, true}));
  EXPECT_EQ(growth.frames_judged, 3U);
}

TEST(Growth, BeforeABreakTenFramesAreEnough) {
  const auto steady = [](auto) { return 2; };
  const Growth nine = before_a_break(judge_growth(grown_by(9, steady), 1));
  EXPECT_EQ(nine.kind, GrowthKind::kUndecided);
  EXPECT_EQ(nine.frames_needed, 1U);
  EXPECT_EQ(nine.steps_up, 9U);
  const Growth ten = before_a_break(judge_growth(grown_by(10, steady), 1));
  EXPECT_EQ(ten.kind, GrowthKind::kGrowing);
  EXPECT_EQ(ten.rate, (Rate{2, 1, true}));
}

TEST(Growth, BeforeABreakTheFramesOfWarmUpDoNotCount) {
  const auto warm_up = [](auto frame) { return frame < 20 ? frame % 7 : 1; };
  EXPECT_EQ(before_a_break(judge_growth(grown_by(29, warm_up), 1)).kind, GrowthKind::kUndecided);
  EXPECT_EQ(before_a_break(judge_growth(grown_by(31, warm_up), 1)).kind, GrowthKind::kGrowing);
}

TEST(Growth, BeforeABreakWhatDoesNotGrowStaysAsItIs) {
  const Population levelled = {0, 5, 5, 5, 5, 5};
  EXPECT_EQ(before_a_break(judge_growth(levelled, 1)).kind, GrowthKind::kLevelled);
  EXPECT_EQ(before_a_break(judge_growth(Population(4, 7), 1)).kind, GrowthKind::kFlat);
}

TEST(Growth, TwoFramesAreNotAndOneMoreIsNeeded) {
  const Growth growth = judge_growth(Population{0, 1, 2}, 1);
  EXPECT_EQ(growth.kind, GrowthKind::kUndecided);
  EXPECT_EQ(growth.frames_needed, 1U);
}

TEST(Growth, WarmUpIsLeftOutOfTheRate) {
  const Growth growth =
      judge_growth(grown_by(20, [](auto frame) { return frame == 0 ? 6 : 2; }), 1);
  EXPECT_EQ(growth.kind, GrowthKind::kGrowing);
  EXPECT_EQ(growth.rate, (Rate{2, 1, true}));
  EXPECT_EQ(growth.first_frame, 1U);
}

TEST(Growth, OneTensorOnEveryThirdFrameIsAThirdPerFrame) {
  const Growth growth =
      judge_growth(grown_by(60, [](auto frame) { return frame % 3 == 0 ? 1 : 0; }), 1);
  EXPECT_EQ(growth.kind, GrowthKind::kGrowing);
  EXPECT_EQ(growth.rate, (Rate{1, 3, true}));
  EXPECT_EQ(growth.period, 3U);
}

TEST(Growth, APatternThatAddsUpToNothingIsNoGrowth) {
  const auto pulse = grown_by(30, [](auto frame) { return frame % 2 == 0 ? 1 : -1; });
  EXPECT_EQ(judge_growth(pulse, 1).kind, GrowthKind::kLevelled);
}

TEST(Growth, APatternThatAddsUpToNothingStaysSoAtEveryPhase) {
  for (std::size_t frames = 30; frames < 40; ++frames) {
    const auto wave = grown_by(frames, [](auto frame) {
      return frame < 3 ? 5 : std::int64_t{frame % 7 == 0} - std::int64_t{frame % 7 == 3};
    });
    EXPECT_EQ(judge_growth(wave, 1).kind, GrowthKind::kLevelled) << frames << " frames";
  }
}

TEST(Growth, ABoundedHistoryHasLevelledOff) {
  const auto history = grown_by(60, [](auto frame) { return frame < 8 ? 1 : 0; });
  EXPECT_EQ(judge_growth(history, 1).kind, GrowthKind::kLevelled);
}

TEST(Growth, OneStepInTheFirstOfFourFramesHasLevelledOff) {
  EXPECT_EQ(judge_growth(Population{0, 4, 4, 4, 4}, 1).kind, GrowthKind::kLevelled);
}

TEST(Growth, AStepInTheLastThirdOfFewFramesIsUndecided) {
  EXPECT_EQ(judge_growth(Population{0, 0, 0, 0, 4}, 1).kind, GrowthKind::kUndecided);
}

TEST(Growth, OneThatStartsLateIsFoundOnceItFillsTheLastThird) {
  const auto late = [](std::size_t frames) {
    return judge_growth(grown_by(frames, [](auto frame) { return frame < 40 ? 0 : 1; }), 1);
  };
  const Growth early = late(50);
  EXPECT_EQ(early.kind, GrowthKind::kUndecided);
  const Growth later = late(50 + early.frames_needed);
  EXPECT_EQ(later.kind, GrowthKind::kGrowing);
  EXPECT_EQ(later.first_frame, 40U);
  EXPECT_EQ(later.rate, (Rate{1, 1, true}));
}

TEST(Growth, ARampBelowAnEarlierPeakIsNoGrowth) {
  const auto sawtooth =
      grown_by(20, [](auto frame) { return frame == 11 ? std::int64_t{-11} : 1; });
  EXPECT_NE(judge_growth(sawtooth, 1).kind, GrowthKind::kGrowing);
}

TEST(Growth, IrregularButSteadyGrowthIsASlope) {
  std::mt19937 random(7);
  const auto bursts = grown_by(300, [&](auto) { return random() % 4 == 0 ? 2 : 0; });
  const Growth growth = judge_growth(bursts, 1);
  EXPECT_EQ(growth.kind, GrowthKind::kGrowing);
  EXPECT_FALSE(growth.rate.exact);
  EXPECT_NEAR(growth.rate.per_frame(), 0.5, 0.1);
}

TEST(Growth, ARiseThatStandsStillAgainBeforeTheEndIsNoGrowth) {
  std::mt19937 random(17);
  // Fills from 60 % to 75 % of the run.
  const auto late = grown_by(400, [&](std::size_t frame) {
    return frame >= 240 && frame < 300 ? static_cast<std::int64_t>(random() % 3) : 0;
  });
  EXPECT_NE(judge_growth(late, 1).kind, GrowthKind::kGrowing);
}

TEST(Growth, BelowTheNoiseOfACollectorIsFoundWithItsRate) {
  std::mt19937 random(19);
  Population population;
  std::int64_t held = 0;
  std::int64_t uncollected = 0;
  for (int frame = 0; frame < 900; ++frame) {
    held += random() % 4 == 0 ? 1 : 0;
    uncollected += static_cast<std::int64_t>(random() % 5);
    if (uncollected > 60) uncollected = static_cast<std::int64_t>(random() % 5);
    population.push_back(held + uncollected);
  }
  const Growth growth = judge_growth(population, 1);
  EXPECT_EQ(growth.kind, GrowthKind::kGrowing);
  EXPECT_NEAR(growth.rate.per_frame(), 0.25, 0.03);
}

TEST(Growth, IndependentNoiseIsNeverCalledGrowth) {
  std::mt19937 random(11);
  for (int run = 0; run < 2000; ++run) {
    Population noise;
    const std::size_t marks = 4 + random() % 120;
    const auto range = static_cast<std::int64_t>(2 + random() % 50);
    for (std::size_t i = 0; i < marks; ++i) {
      noise.push_back(static_cast<std::int64_t>(random()) % range);
    }
    ASSERT_NE(judge_growth(noise, 1).kind, GrowthKind::kGrowing) << "run " << run;
  }
}

/// How many of `keys` are in a cache after each of `frames` look-ups of a key by chance.
Population filling_cache(std::uint32_t seed, std::size_t keys, std::size_t frames) {
  std::mt19937 random(seed);
  std::vector<bool> filled(keys);
  return grown_by(frames, [&](auto) {
    const std::size_t entry = random() % filled.size();
    const std::int64_t grows = filled[entry] ? 0 : 1;
    filled[entry] = true;
    return grows;
  });
}

TEST(Growth, AFillingCacheThatSlowsDownIsHardlyEverCalledSteadyGrowth) {
  int steady = 0;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    const Growth growth = judge_growth(filling_cache(seed, 100, 250), 1);
    steady += growth.kind == GrowthKind::kGrowing && !growth.slowing ? 1 : 0;
  }
  EXPECT_LE(steady, 3);
}

TEST(Growth, AFewRepeatedFramesOfATrendDoNotHideIt) {
  // A collector comes once in a while; one tensor of each frame it never gets.
  std::mt19937 random(3);
  Population population{0};
  std::int64_t held = 0;
  std::int64_t garbage = 0;
  for (int frame = 0; frame < 600; ++frame) {
    held += 1;
    garbage = frame < 596 && random() % 6 == 0 ? 0 : garbage + 1;
    population.push_back(held + garbage);
  }
  const Growth growth = judge_growth(population, 1);
  ASSERT_TRUE(growth.is_trend());
  EXPECT_NEAR(growth.rate.per_frame(), 1, 0.01);
  EXPECT_GT(growth.score, 6);
}

TEST(Growth, AClimbThatWasGivenBackBeforeIsNoStartOfALeak) {
  std::mt19937 random(5);
  Population population(401);
  for (std::int64_t& value : population)
    value = 10 + static_cast<std::int64_t>(random() % 8);
  for (std::size_t i = 0; i < 5; ++i)
    population[396 + i] = 14 + static_cast<std::int64_t>(i);
  EXPECT_EQ(judge_growth(population, 1).kind, GrowthKind::kLevelled);
  // Where nothing ever fell, the same climb may be one.
  Population quiet(401, 10);
  for (std::size_t i = 0; i < 5; ++i)
    quiet[396 + i] = 14 + static_cast<std::int64_t>(i);
  EXPECT_EQ(judge_growth(quiet, 1).kind, GrowthKind::kUndecided);
}

TEST(Growth, AQuarterWithoutGrowthIsAPlateauWhereGrowthNeverPaused) {
  const auto stops = [](std::uint64_t every) {
    return [every](auto frame) { return frame >= 60 && frame < 470 && frame % every == 0 ? 1 : 0; };
  };
  EXPECT_EQ(judge_growth(grown_by(650, stops(1)), 1).kind, GrowthKind::kLevelled);
  EXPECT_EQ(judge_growth(grown_by(650, stops(20)), 1).kind, GrowthKind::kLevelled);
  EXPECT_EQ(judge_growth(grown_by(650, stops(40)), 1).kind, GrowthKind::kUndecided);
  EXPECT_EQ(judge_growth(grown_by(600, stops(1)), 1).kind, GrowthKind::kUndecided);
}

TEST(Growth, AClimbAfterAFallMustOutlastWhatFellThreeTimes) {
  const auto collected_once = [](std::size_t frames) {
    return judge_growth(grown_by(frames, [](auto frame) { return frame == 20 ? -20 : 1; }), 1);
  };
  const Growth tooth = collected_once(20 + 40);
  EXPECT_EQ(tooth.kind, GrowthKind::kUndecided);
  EXPECT_EQ(collected_once(60 + tooth.frames_needed).kind, GrowthKind::kGrowing);
}

TEST(Growth, ASawtoothMayEndInMidTooth) {
  const auto teeth = [](std::size_t frame) { return frame % 10 == 9 ? -8 : 1; };
  for (std::size_t frames = 60; frames < 70; ++frames) {
    const Growth growth = judge_growth(grown_by(frames, teeth), 1);
    EXPECT_EQ(growth.kind, GrowthKind::kGrowing) << frames << " frames";
    EXPECT_EQ(growth.rate, (Rate{1, 10, true})) << frames << " frames";
  }
}

TEST(Growth, CountsFramesNotStrides) {
  const Growth growth = judge_growth(grown_by(60, [](auto) { return 4; }), 4);
  EXPECT_EQ(growth.rate, (Rate{1, 1, true}));
  EXPECT_EQ(growth.frames_judged, 240U);
}

TEST(Growth, BytesOfTensorsWithVaryingSizesAreASlope) {
  const auto tensors = grown_by(12, [](auto) { return 1; });
  const auto bytes = grown_by(12, [](auto frame) { return frame == 5 ? 12 : 8; });
  const Growth growth = judge_growth(tensors, 1);
  EXPECT_EQ(rate_over(bytes, 1, growth), (Rate{25, 3, false}));
}

TEST(Growth, OfATrendIsNotDoubtedForItsLastFramesThatRepeat) {
  int slowing = 0;
  for (std::uint32_t seed = 0; seed < 1'000; ++seed) {
    std::mt19937 random(seed);
    Population population{0};
    for (int frame = 0; frame < 300; ++frame)
      population.push_back(population.back() + static_cast<std::int64_t>(random() % 2));
    const Growth trend = trend_of(population, 1);
    if (trend.kind != GrowthKind::kGrowing) continue;
    slowing += trend.slowing ? 1 : 0;
    EXPECT_EQ(judge_growth(population, 1).kind, GrowthKind::kGrowing) << "seed " << seed;
  }
  EXPECT_GT(slowing, 5);
}

}  // namespace
}  // namespace tensorleak::analysis
