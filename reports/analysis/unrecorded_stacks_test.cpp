#include "reports/analysis/unrecorded_stacks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/analysis/test_recording.hpp"

namespace tensorleak::analysis {
namespace {

const Made kUnrecorded{.stack = 0};

/// Makes tensors of stack 1 or of none, in turns.
std::uint64_t every_other(std::uint64_t frame) {
  return frame % 2;
}

TEST(UnrecordedStacks, TensorsBelongToTheOneStackOfTheirKey) {
  Recording recording;
  const Findings findings =
      recording.frames(20, [&](std::uint64_t i) { recording.alloc(i, {.stack = every_other(i)}); })
          .end();
  ASSERT_EQ(findings.sites.size(), 1u);
  const Site& site = findings.sites[0];
  EXPECT_EQ(site.label, Label::kLeakGrowing);
  EXPECT_EQ(site.tensors_per_frame, (Rate{1, 1, true}));
  ASSERT_TRUE(site.user_frame);
  EXPECT_EQ(site.user_frame->line, 10u);
  EXPECT_EQ(site.stacks, 1u);
  EXPECT_EQ(site.stacks_recorded, 10u);
  EXPECT_FALSE(site.stacks_estimated);
}

TEST(UnrecordedStacks, AKeyWithoutSurvivorsOfARecordedStackStillHasItsLine) {
  Recording recording;
  recording.alloc(1000).free(1000);
  const Findings findings =
      recording.frames(20, [&](std::uint64_t i) { recording.alloc(i, kUnrecorded); }).end();
  ASSERT_EQ(findings.sites.size(), 1u);
  EXPECT_EQ(findings.sites[0].label, Label::kLeakGrowing);
  EXPECT_EQ(findings.sites[0].user_frame.value().line, 10u);
  EXPECT_EQ(findings.sites[0].stacks_recorded, 1u);
}

TEST(UnrecordedStacks, OfSeveralStacksTheOneWithMostSurvivorsIsTakenAndSoMarked) {
  Recording recording;
  // Until frame 3 nothing survives; then stack 2 leaks, whose first tensor has no stack yet.
  const auto turn = [&](std::uint64_t i) {
    recording.alloc(500, {.stack = i < 3 ? 1u : 0u}).free(500);
    if (i < 3) recording.alloc(501, {.stack = 2}).free(501);
    if (i >= 3) recording.alloc(i, {.stack = i == 3 ? 0u : 2u});
  };
  const Findings findings = recording.frames(20, turn).end();
  ASSERT_EQ(findings.sites.size(), 1u);
  const Site& site = findings.sites[0];
  EXPECT_EQ(site.label, Label::kLeakGrowing);
  EXPECT_EQ(site.alive, 17u);
  EXPECT_EQ(site.user_frame.value().line, 20u);
  EXPECT_TRUE(site.stacks_estimated.value_or(false));
}

TEST(UnrecordedStacks, ThatFallAsRecordedOnesRiseAreNoLeak) {
  Recording recording;
  // A list of ten, filled before its stack was taken, whose members are replaced one by one.
  for (std::uint64_t i = 0; i < 10; ++i)
    recording.alloc(i, kUnrecorded);
  const auto turn = [&](std::uint64_t i) { recording.free(i).alloc(i + 10); };
  const Findings findings = recording.frames(10, turn).end();
  EXPECT_NE(findings.verdict.outcome, Outcome::kLeak);
  ASSERT_EQ(findings.sites.size(), 1u);
  EXPECT_EQ(findings.sites[0].tensors_per_frame.amount, 0);
}

TEST(UnrecordedStacks, AShapeWithoutAnyTakesThatOfOtherShapes) {
  Recording recording;
  const auto turn = [&](std::uint64_t i) {
    recording.alloc(i, {.stack = i == 0 ? 3u : 0u, .bytes = 4 * (i + 1), .shape = {i + 1}});
  };
  const Findings findings = recording.frames(20, turn).end();
  ASSERT_EQ(findings.sites.size(), 1u);
  EXPECT_EQ(findings.sites[0].label, Label::kLeakGrowing);
  EXPECT_EQ(findings.sites[0].user_frame.value().line, 30u);
  EXPECT_TRUE(findings.sites[0].stacks_estimated.value_or(false));
}

TEST(UnrecordedStacks, OfARecordingWithoutStacksStayWithoutALine) {
  Recording recording;
  const Findings findings =
      recording.frames(20, [&](std::uint64_t i) { recording.alloc(i, kUnrecorded); }).end();
  ASSERT_EQ(findings.sites.size(), 1u);
  EXPECT_EQ(findings.sites[0].label, Label::kLeakGrowing);
  EXPECT_FALSE(findings.sites[0].user_frame);
  EXPECT_FALSE(findings.sites[0].stacks_recorded);
}

TEST(UnrecordedStacks, ThreadsShareTheStackOfAKey) {
  Recording recording;
  const auto turn = [&](std::uint64_t i) {
    recording.alloc(2 * i, {.stack = 1, .thread = 1}).alloc(2 * i + 1, {.stack = 0, .thread = 2});
  };
  const Findings findings = recording.frames(20, turn).end();
  for (const Site& site : findings.sites)
    EXPECT_EQ(site.user_frame.value().line, 10u);
}

}  // namespace
}  // namespace tensorleak::analysis
