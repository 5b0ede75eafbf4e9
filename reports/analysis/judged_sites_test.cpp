#include "reports/analysis/judged_sites.hpp"

#include <gtest/gtest.h>

#include "reports/analysis/test_sites.hpp"

namespace tensorleak::analysis {
namespace {

class JudgedSitesTest : public ::testing::Test {
 protected:
  /// A mark, then the growth of both sites in one frame, `frames` times; then a last mark.
  template <class First, class Second>
  void run(std::uint64_t frames, First first, Second second) {
    for (std::uint64_t frame = 0; frame < frames; ++frame) {
      populations_.mark(lane_);
      move_to(populations_, first_, first(frame));
      move_to(populations_, second_, second(frame));
    }
    populations_.mark(lane_);
  }

  std::optional<JudgedSites> part() {
    const SiteJudge judge(populations_, {lane_}, 1);
    return judge.growing_part(judge.together({first_, second_}));
  }

  Populations populations_;
  SiteIndex first_ = populations_.site({.shape = 1});
  SiteIndex second_ = populations_.site({.shape = 2});
  LaneIndex lane_ = populations_.add_lane();
};

TEST_F(JudgedSitesTest, APartThatGrowsBesideNoiseIsFound) {
  run(
      40, [](auto frame) { return frame + 1; },
      [](auto frame) { return (frame * 2'654'435'761 >> 9) % 9; });
  const auto found = part();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->sites, std::vector<SiteIndex>{first_});
  EXPECT_EQ(found->growth.rate, (Rate{1, 1, true}));
}

TEST_F(JudgedSitesTest, APartThatTakesOverFromAnotherIsNot) {
  move_to(populations_, second_, 45);
  run(
      40, [](auto frame) { return frame + 1; },
      [](auto frame) { return 44 - frame - (frame % 5 == 0 ? 1 : 0); });
  EXPECT_FALSE(part());
}

TEST_F(JudgedSitesTest, AGroupThatGrowsExactlyNeedsNoPart) {
  run(
      40, [](auto frame) { return frame + 1; }, [](auto) { return std::uint64_t{3}; });
  const JudgedSites whole = SiteJudge(populations_, {lane_}, 1).together({first_, second_});
  EXPECT_EQ(whole.growth.kind, GrowthKind::kGrowing);
  EXPECT_FALSE(part());
}

/// One site in the frames of two lanes.
class LanesTest : public ::testing::Test {
 protected:
  /// A turn of a lane: its mark, and so many tensors more.
  void turn(LaneIndex lane, std::uint64_t made) {
    populations_.mark(lane);
    for (; made > 0; --made)
      populations_.created(site_);
  }

  JudgedSites judged() { return SiteJudge(populations_, {first_, second_}, 1).together({site_}); }

  Populations populations_;
  SiteIndex site_ = populations_.site({});
  LaneIndex first_ = populations_.add_lane();
  LaneIndex second_ = populations_.add_lane();
};

TEST_F(LanesTest, ALaneOfEveryThirdFrameTellsItsOwnRate) {
  for (std::uint64_t frame = 0; frame <= 60; ++frame) {
    turn(first_, 0);
    if (frame % 3 == 0) turn(second_, 1);
  }
  const JudgedSites made = judged();
  EXPECT_EQ(made.lane, second_);
  EXPECT_EQ(made.growth.rate, (Rate{1, 1, true}));
}

TEST_F(LanesTest, ALaneOfEveryThirdFrameDoesNotTellMultiples) {
  std::swap(first_, second_);
  for (std::uint64_t frame = 0; frame <= 60; ++frame) {
    turn(second_, 1);
    if (frame % 3 == 0) turn(first_, 0);
  }
  const JudgedSites made = judged();
  EXPECT_EQ(made.lane, second_);
  EXPECT_EQ(made.growth.rate, (Rate{1, 1, true}));
}

TEST_F(LanesTest, WhatRepeatsInANeighboursLastFramesAloneIsNotTheRate) {
  for (std::uint64_t frame = 0; frame <= 30; ++frame) {
    turn(second_, frame % 3 == 0 ? 1 : 0);
    const bool irregular = frame < 15 && frame * frame % 7 < 3;
    if (irregular || (frame >= 15 && frame % 3 == 0)) turn(first_, 0);
  }
  const JudgedSites made = judged();
  EXPECT_EQ(made.lane, second_);
  EXPECT_EQ(made.growth.rate, (Rate{1, 3, true}));
}

TEST_F(LanesTest, LanesThatTellTheSameLeaveItToTheFirst) {
  for (std::uint64_t frame = 0; frame < 20; ++frame) {
    turn(second_, 1);
    turn(first_, 0);
  }
  EXPECT_EQ(judged().lane, first_);
}

}  // namespace
}  // namespace tensorleak::analysis
