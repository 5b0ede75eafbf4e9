#include "reports/analysis/populations.hpp"

#include <gmock/gmock.h>

namespace tensorleak::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

MATCHER_P3(IsSample, mark, tensors, bytes, "") {
  return arg.mark == static_cast<std::uint64_t>(mark) &&
         arg.tensors == static_cast<std::uint64_t>(tensors) &&
         arg.bytes == static_cast<std::uint64_t>(bytes);
}

TEST(Populations, SameKeyIsTheSameSite) {
  Populations populations;
  EXPECT_EQ(populations.site({.stack = 1}), populations.site({.stack = 1}));
  EXPECT_NE(populations.site({.stack = 1}), populations.site({.stack = 1, .shape = 1}));
}

TEST(Populations, SampleOnlyWhatChanged) {
  Populations populations;
  const SiteIndex site = populations.site({});
  const LaneIndex lane = populations.add_lane();
  populations.mark(lane);
  populations.created(site);
  populations.held(site, 64);
  populations.mark(lane);
  populations.mark(lane);
  EXPECT_THAT(populations.samples(site, lane), ElementsAre(IsSample(1, 1, 64)));
  EXPECT_EQ(populations.clock(lane).marks(), 3U);
}

TEST(Populations, WhatIsMadeAndDisposedBetweenMarksLeavesNoGrowth) {
  Populations populations;
  const SiteIndex site = populations.site({});
  const LaneIndex lane = populations.add_lane();
  populations.mark(lane);
  populations.created(site);
  populations.disposed(site);
  populations.mark(lane);
  EXPECT_THAT(populations.samples(site, lane), ElementsAre(IsSample(1, 0, 0)));
  EXPECT_EQ(populations[site].created, 1U);
  EXPECT_EQ(populations[site].disposed, 1U);
}

TEST(Populations, ALaneThatStartsLateSeesWhatIsAliveThen) {
  Populations populations;
  const SiteIndex site = populations.site({});
  populations.created(site);
  const LaneIndex lane = populations.add_lane();
  populations.mark(lane);
  EXPECT_THAT(populations.samples(site, lane), ElementsAre(IsSample(0, 1, 0)));
}

TEST(Populations, LanesAreSampledAtTheirOwnMarks) {
  Populations populations;
  const SiteIndex site = populations.site({});
  const LaneIndex fast = populations.add_lane();
  const LaneIndex slow = populations.add_lane();
  populations.mark(slow);
  for (int i = 0; i < 3; ++i) {
    populations.created(site);
    populations.mark(fast);
  }
  populations.mark(slow);
  EXPECT_THAT(populations.samples(site, fast), SizeIs(3));
  EXPECT_THAT(populations.samples(site, slow), ElementsAre(IsSample(1, 3, 0)));
}

TEST(Populations, AnAssignIsNeitherACreationNorADisposal) {
  Populations populations;
  const SiteIndex site = populations.site({});
  populations.created(site);
  populations.disposed(site);
  populations.resumed(site);
  EXPECT_EQ(populations[site].alive, 1U);
  EXPECT_EQ(populations[site].created, 1U);
  EXPECT_EQ(populations[site].disposed, 0U);
}

TEST(Populations, ASiteThatNeverLivedAtAMarkHasNoSamples) {
  Populations populations;
  const SiteIndex site = populations.site({});
  const LaneIndex lane = populations.add_lane();
  populations.mark(lane);
  EXPECT_THAT(populations.samples(site, lane), IsEmpty());
}

TEST(Populations, MarksOfALaneAreFoundByTheMarksOfAll) {
  Populations populations;
  const LaneIndex first = populations.add_lane();
  const LaneIndex second = populations.add_lane();
  for (const LaneIndex lane : {first, second, second, first, second})
    populations.mark(lane);
  EXPECT_EQ(populations.mark_number(second, 1), 3U);
  EXPECT_EQ(populations.stored_mark(second, 0), 0U);
  EXPECT_EQ(populations.stored_mark(second, 2), 1U);
  EXPECT_EQ(populations.stored_mark(second, 3), 2U);
  EXPECT_EQ(populations.stored_mark(second, 5), 3U);
}

}  // namespace
}  // namespace tensorleak::analysis
