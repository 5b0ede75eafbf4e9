#include "reports/analysis/ages.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <random>
#include <vector>

#include "reports/analysis/test_recording.hpp"

namespace tensorleak::analysis {
namespace {

using Population = std::vector<std::int64_t>;

/// What a test of a trend has left undecided.
const Growth kUndecidedTrend{
    .kind = GrowthKind::kUndecided, .frames_needed = 600, .was_tested = true};

Growth trend(double tau) {
  return {.kind = GrowthKind::kGrowing, .rate = {1, 10, false}, .score = 4, .tau = tau};
}

/// A population that rises by one in every `each`-th of 600 frames.
Population stairs(std::size_t each) {
  Population population;
  for (std::size_t mark = 0; mark <= 600; ++mark)
    population.push_back(static_cast<std::int64_t>(mark / each));
  return population;
}

/// Waves of the same height, 50 marks long, the last of which has not broken yet.
Population waves() {
  Population population;
  for (std::size_t mark = 0; mark <= 590; ++mark)
    population.push_back(static_cast<std::int64_t>(mark % 50));
  return population;
}

TEST(Ages, HalfOfATrendMustHaveGrownOld) {
  EXPECT_EQ(weighed_by_age(trend(0.6), stairs(10), {.aged = 20}, 1, 1).kind, GrowthKind::kGrowing);
  EXPECT_EQ(weighed_by_age(trend(0.6), stairs(10), {.aged = 19}, 1, 1).kind,
            GrowthKind::kUndecided);
  EXPECT_EQ(weighed_by_age(trend(0.4), stairs(10), {}, 1, 1).kind, GrowthKind::kLevelled);
}

TEST(Ages, APlainBacklogGrows) {
  EXPECT_EQ(weighed_by_age(trend(0.95), stairs(10), {}, 1, 1).kind, GrowthKind::kGrowing);
}

TEST(Ages, AWaveWhoseMembersAreAllNewTurnsOver) {
  for (const Growth& growth : {kUndecidedTrend, trend(0.6)}) {
    const Growth weighed = weighed_by_age(growth, waves(), {.oldest = 560}, 1, 1);
    EXPECT_EQ(weighed.kind, GrowthKind::kLevelled);
    EXPECT_TRUE(weighed.turns_over);
    EXPECT_EQ(weighed.first_frame, 560U);
    EXPECT_EQ(weighed.frames_judged, 30U);
  }
}

TEST(Ages, ARiseThatIsHigherThanAnyFallIsOpen) {
  Population population = waves();
  for (std::int64_t value = 41; value < 100; ++value)
    population.push_back(value);
  EXPECT_EQ(weighed_by_age(kUndecidedTrend, population, {.oldest = 550}, 1, 1).kind,
            GrowthKind::kUndecided);
}

TEST(Ages, MembersAsOldAsTheRunDoNotTurnOver) {
  EXPECT_EQ(weighed_by_age(kUndecidedTrend, waves(), {.oldest = 0}, 1, 1).kind,
            GrowthKind::kUndecided);
}

TEST(Ages, LastingMembersThatGrowAreATrend) {
  const Growth weighed = weighed_by_age(kUndecidedTrend, stairs(10), {.lasting = stairs(12)}, 1, 1);
  EXPECT_TRUE(weighed.is_trend());
  EXPECT_NEAR(weighed.rate.per_frame(), 1.0 / 12, 0.001);
}

TEST(Ages, LastingMembersOfAnEarlyPartAreNone) {
  Population early = stairs(10);
  for (std::int64_t& value : early)
    value = std::min<std::int64_t>(value, 20);
  EXPECT_EQ(weighed_by_age(kUndecidedTrend, stairs(10), {.lasting = early}, 1, 1).kind,
            GrowthKind::kUndecided);
}

TEST(Ages, LivesThatAreLongLeaveTooLittleToJudge) {
  Population lasting = stairs(10);
  lasting.resize(390);
  EXPECT_EQ(weighed_by_age(kUndecidedTrend, stairs(10), {.lasting = lasting}, 1, 1).kind,
            GrowthKind::kUndecided);
}

TEST(Ages, GrowthThatIsExactOrTooShortForATrendStaysAsItIs) {
  const Growth exact{.kind = GrowthKind::kGrowing, .rate = {1, 1, true}, .period = 1};
  const Growth too_short{.kind = GrowthKind::kUndecided};
  for (const Growth& growth : {exact, too_short})
    EXPECT_EQ(weighed_by_age(growth, waves(), {.oldest = 560}, 1, 1).kind, growth.kind);
}

/// Every other frame, as chance has it, a tensor is put into a queue of at most `bound`, and one is
/// taken out, which is disposed but in every `forgets`-th frame.
Site queue(std::uint32_t seed, std::size_t bound, std::uint64_t forgets) {
  std::mt19937 random(seed);
  std::deque<std::uint64_t> queue;
  Recording recording;
  const auto take = [&](bool dispose) {
    if (queue.empty()) return;
    recording.use(queue.front());
    if (dispose) recording.free(queue.front());
    queue.pop_front();
  };
  const auto turn = [&](std::uint64_t frame) {
    if (random() % 2 == 0) {
      recording.alloc(frame + 1);
      queue.push_back(frame + 1);
      if (queue.size() > bound) take(true);
    }
    if (random() % 2 == 0) take(forgets == 0 || frame % forgets != 0);
  };
  const Findings findings = recording.frames(1'000, turn).end();
  return findings.sites.empty() ? Site{.label = Label::kSteady} : findings.sites[0];
}

TEST(Ages, AQueueThatChanceMovesIsNeverUndecided) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const Label label = queue(seed, 20, 0).label;
    EXPECT_TRUE(label == Label::kSteady || label == Label::kCache || label == Label::kRetained)
        << "seed " << seed;
  }
}

TEST(Ages, AQueueThatForgetsSomeOfWhatIsTakenLeaks) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const Site site = queue(seed, 20, 8);
    EXPECT_EQ(site.label, Label::kLeakGrowing) << "seed " << seed;
    EXPECT_NEAR(site.tensors_per_frame.per_frame(), 1.0 / 16, 0.03) << "seed " << seed;
  }
}

/// A tensor in each of 800 frames, collected 1, 2, 4 … 64 frames later, each half as likely; but
/// for one in `escapes` frames.
Site collected(std::uint32_t seed, std::uint64_t escapes) {
  std::mt19937 random(seed);
  std::multimap<std::uint64_t, std::uint64_t> garbage;
  Recording recording;
  const auto turn = [&](std::uint64_t frame) {
    for (; !garbage.empty() && garbage.begin()->first <= frame; garbage.erase(garbage.begin()))
      recording.free(garbage.begin()->second, trace::FreeReason::kCollected);
    recording.alloc(frame).use(frame);
    std::uint64_t delay = 1;
    while (delay < 64 && random() % 2 == 0)
      delay *= 2;
    if (escapes == 0 || frame % escapes != 0) garbage.emplace(frame + delay, frame);
  };
  return recording.frames(800, turn).end().sites.at(0);
}

TEST(Ages, ACollectorThatIsLateNowAndThenIsNeverUndecided) {
  for (std::uint32_t seed = 0; seed < 80; ++seed) {
    const Label label = collected(seed, 0).label;
    EXPECT_TRUE(label == Label::kSteady || label == Label::kCache) << "seed " << seed;
  }
}

TEST(Ages, WhatEscapesALateCollectorLeaks) {
  for (std::uint32_t seed = 0; seed < 40; ++seed)
    EXPECT_EQ(collected(seed, 5).label, Label::kLeakGrowing) << "seed " << seed;
}

TEST(Ages, TheShareThatChanceGivesAnOpOfARingIsNeverUndecided) {
  for (std::uint32_t seed = 0; seed < 80; ++seed) {
    std::mt19937 random(seed);
    Recording recording;
    const auto turn = [&](std::uint64_t frame) {
      recording.alloc(frame, {.stack = 1 + random() % 2}).use(frame);
      if (frame >= 20) recording.free(frame - 20);
    };
    for (const Site& site : recording.frames(700, turn).end().sites) {
      EXPECT_TRUE(site.label == Label::kSteady || site.label == Label::kCache) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace tensorleak::analysis
