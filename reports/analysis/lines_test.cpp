#include "reports/analysis/lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "reports/analysis/test_sites.hpp"

namespace tensorleak::analysis {
namespace {

using Names = std::vector<std::string>;

/// Two ways to one line, each a site of its own, in the frames of one lane.
class LinesTest : public ::testing::Test {
 protected:
  void mark(std::int64_t first, std::int64_t second) {
    move_to(populations_, first_, static_cast<std::uint64_t>(first));
    move_to(populations_, second_, static_cast<std::uint64_t>(second));
    populations_.mark(lane_);
  }

  std::vector<SurvivorGroup> groups_out() {
    std::vector<SurvivorGroup> groups{
        {.fingerprint = "a", .line = "line", .sites = {first_}, .survivors = {{.site = first_}}},
        {.fingerprint = "b", .line = "line", .sites = {second_}, .survivors = {{.site = second_}}}};
    return joined_by_line(std::move(groups), SiteJudge(populations_, {lane_}, 1));
  }

  /// The groups as they come out, by their fingerprints.
  Names joined() {
    Names names;
    for (const SurvivorGroup& group : groups_out())
      names.push_back(group.fingerprint);
    return names;
  }

  Populations populations_;
  SiteIndex first_ = populations_.site({.stack = 1});
  SiteIndex second_ = populations_.site({.stack = 2});
  LaneIndex lane_ = populations_.add_lane();
};

TEST_F(LinesTest, CallersByChanceAreOneLeak) {
  std::mt19937 random(7);
  std::int64_t first = 0;
  for (std::int64_t frame = 0; frame < 200; ++frame) {
    first += random() % 2 == 0 ? 1 : 0;
    mark(first, frame - first + 2);
  }
  EXPECT_EQ(joined(), Names{"line"});
}

TEST_F(LinesTest, ARingThatCallersShareIsOneSet) {
  std::mt19937 random(7);
  for (std::int64_t frame = 0; frame < 200; ++frame) {
    const std::int64_t share = 2 + frame / 15 + static_cast<std::int64_t>(random() % 3);
    mark(share, 20 - share);
  }
  EXPECT_EQ(joined(), Names{"line"});
}

TEST_F(LinesTest, ALeakThatMovesFromOneCallerToTheOtherIsOne) {
  for (std::int64_t frame = 0; frame < 100; ++frame)
    mark(std::min<std::int64_t>(frame, 50), std::max<std::int64_t>(frame - 50, 0));
  EXPECT_EQ(joined(), Names{"line"});
}

TEST_F(LinesTest, CallersThatEachLeakExactlyAreTwo) {
  for (std::int64_t frame = 0; frame < 60; ++frame)
    mark(frame, frame / 3);
  EXPECT_EQ(joined(), (Names{"a", "b"}));
}

TEST_F(LinesTest, ACallerOfSetupIsNoPartOfTheLeak) {
  for (std::int64_t frame = 0; frame < 60; ++frame)
    mark(frame, 5);
  EXPECT_EQ(joined(), (Names{"a", "b"}));
}

TEST_F(LinesTest, WhatTakesOverFromAStockStaysApartAndOpen) {
  for (std::int64_t frame = 0; frame < 60; ++frame)
    mark(frame, 100 - frame);
  const std::vector<SurvivorGroup> groups = groups_out();
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_TRUE(groups[0].takes_over);
  EXPECT_FALSE(groups[1].takes_over);
}

TEST_F(LinesTest, ACacheBesideALeakStaysApart) {
  for (std::int64_t frame = 0; frame < 90; ++frame)
    mark(frame, std::min<std::int64_t>(frame, 30));
  EXPECT_EQ(joined(), (Names{"a", "b"}));
}

}  // namespace
}  // namespace tensorleak::analysis
