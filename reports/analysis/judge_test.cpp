#include "reports/analysis/judge.hpp"

#include <gtest/gtest.h>

namespace tensorleak::analysis {
namespace {

const Growth kGrows{.kind = GrowthKind::kGrowing, .rate = {1, 1, true}};
const Growth kFlatGrowth{.kind = GrowthKind::kFlat};

TEST(Judge, ATenthOfTheOldStillReadIsAFillingCache) {
  EXPECT_TRUE(is_still_filling({.old = 20, .still_read = 2}));
  EXPECT_FALSE(is_still_filling({.old = 21, .still_read = 2}));
  EXPECT_FALSE(is_still_filling({.old = 0, .still_read = 0}));
}

TEST(Judge, GrowthPrecedesLostAndPool) {
  EXPECT_EQ(label_in_frames(kGrows, {.lost = 5, .pooled = 5}, 5), Label::kLeakGrowing);
}

TEST(Judge, LostPrecedesStillFilling) {
  EXPECT_EQ(label_in_frames(kGrows, {.old = 5, .still_read = 5, .lost = 1}, 5), Label::kLeakLost);
}

TEST(Judge, UndecidedGrowthIsUnknown) {
  EXPECT_EQ(label_in_frames({.kind = GrowthKind::kUndecided}, {.pooled = 5}, 5), Label::kUnknown);
}

TEST(Judge, OneStepUpIsNoCache) {
  const Growth one_step{.kind = GrowthKind::kLevelled, .steps_up = 1};
  const Growth two_steps{.kind = GrowthKind::kLevelled, .steps_up = 2};
  EXPECT_EQ(label_in_frames(one_step, {.owned = 4}, 4), Label::kRetained);
  EXPECT_EQ(label_in_frames(two_steps, {.owned = 4}, 4), Label::kCache);
}

TEST(Judge, WhatTurnsOverIsSteadyAndNoCache) {
  const Growth wave{.kind = GrowthKind::kLevelled, .steps_up = 90, .turns_over = true};
  EXPECT_EQ(label_in_frames(wave, {.replaced = 4}, 4), Label::kSteady);
}

TEST(Judge, AShortIdleIsRetainedALongOneHeld) {
  EXPECT_EQ(label_in_frames(kFlatGrowth, {.min_idle = 9}, 1), Label::kRetained);
  EXPECT_EQ(label_in_frames(kFlatGrowth, {.min_idle = 10}, 1), Label::kHeld);
  EXPECT_EQ(label_in_frames(kFlatGrowth, {.owned = 1, .min_idle = 10}, 1), Label::kRetained);
}

TEST(Judge, AtExitOnlyACleanEndProvesALeak) {
  EXPECT_EQ(label_at_exit({}, 1, true), Label::kLeakAtExit);
  EXPECT_EQ(label_at_exit({}, 1, false), Label::kUnknown);
  EXPECT_EQ(label_at_exit({.owned = 1}, 1, true), Label::kRetained);
  EXPECT_EQ(label_at_exit({.lost = 1, .owned = 1}, 1, true), Label::kLeakLost);
  EXPECT_EQ(label_at_exit({.pooled = 1}, 1, true), Label::kPool);
}

TEST(Judge, AHandleThatIsLeftAtACleanEndIsStatic) {
  EXPECT_EQ(label_at_exit({.with_handle = 2}, 2, true), Label::kRetained);
  EXPECT_EQ(label_at_exit({.with_handle = 2}, 2, false), Label::kUnknown);
  EXPECT_EQ(label_at_exit({.with_handle = 1}, 2, true), Label::kLeakAtExit);
  EXPECT_EQ(label_at_exit({.lost = 1, .with_handle = 1}, 2, true), Label::kLeakLost);
}

}  // namespace
}  // namespace tensorleak::analysis
