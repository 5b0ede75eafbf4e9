#include "reports/analysis/holders.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reports/analysis/advice.hpp"
#include "reports/analysis/test_recording.hpp"

namespace tensorleak::analysis {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

/// Leaks a tensor on each of 20 frames, with ids from 1.
Recording leaking() {
  Recording recording;
  recording.frames(20, [&](std::uint64_t frame) { recording.alloc(frame + 1); });
  return recording;
}

TEST(Holders, AreToldOfTheSiteOfTheirTensor) {
  Recording recording = leaking();
  recording.alloc(100, {.stack = 2});
  recording.mark();
  recording.say(trace::Holder{
      .id = {1}, .by = "history (Array, 20 elements)", .path = "global → [0]", .members = 20});
  recording.say(trace::Holder{
      .id = {20}, .by = "history (Array, 20 elements)", .path = "global → [19]", .members = 20});
  recording.say(trace::Holder{.id = {10}});
  const Findings findings = recording.end();
  ASSERT_THAT(findings.sites, SizeIs(2));
  ASSERT_TRUE(findings.sites[0].held_by);
  const std::vector<HolderFinding> expected = {
      {"history (Array, 20 elements)", "global → [19]", 20, 2}, {"", "", std::nullopt, 1}};
  EXPECT_EQ(*findings.sites[0].held_by, expected);
  EXPECT_FALSE(findings.sites[1].held_by);
}

TEST(Holders, OfWhatIsDisposedAfterwardsAreForgotten) {
  Recording recording = leaking();
  recording.say(trace::Holder{.id = {1}, .by = "app", .path = "global → app"});
  recording.free(1);
  recording.alloc(1);
  recording.mark();
  EXPECT_FALSE(recording.end().sites[0].held_by);
}

TEST(Holders, TheLastThatIsSaidOfATensorCounts) {
  Recording recording = leaking();
  recording.say(trace::Holder{.id = {1}, .by = "app", .path = "global → app"});
  recording.say(trace::Holder{.id = {1}, .by = "shop", .path = "global → shop"});
  recording.say(trace::Holder{.id = {4711}, .by = "nothing that lives"});
  const Findings findings = recording.end();
  ASSERT_TRUE(findings.sites[0].held_by);
  ASSERT_THAT(*findings.sites[0].held_by, SizeIs(1));
  EXPECT_EQ(findings.sites[0].held_by->front().by, "shop");
}

TEST(Holders, ACollectionIsWhatTheAdviceIsOn) {
  Recording recording = leaking();
  recording.say(
      trace::Holder{.id = {1}, .by = "history (Array, 20 elements), in app", .members = 20});
  EXPECT_THAT(recording.end().sites[0].fix,
              EndsWith("bound what holds them, and dispose() what is taken out of it: "
                       "history (Array, 20 elements), in app"));
}

TEST(Holders, WhatElseHoldsThemIsNamedInTheAdvice) {
  Recording recording = leaking();
  recording.say(trace::Holder{.id = {1}, .by = "last, in camera (Camera)"});
  EXPECT_THAT(recording.end().sites[0].fix, EndsWith("needed: last, in camera (Camera)"));
}

/// What is said of a leak of the user's own code.
std::string fix_of(std::optional<std::vector<HolderFinding>> held_by) {
  Site site;
  site.label = Label::kLeakGrowing;
  site.tensors_per_frame = {1, 1, true};
  site.alive = 20;
  site.held_by = std::move(held_by);
  return suggest(site);
}

TEST(Holders, WhereNobodyHoldsThemNoListIsLookedFor) {
  EXPECT_THAT(fix_of(std::nullopt), HasSubstr("if a list or global holds it"));
  const std::string fix = fix_of({{{"", "engine → .state", std::nullopt, 3}}});
  EXPECT_THAT(fix, HasSubstr("dispose() it after its last use"));
  EXPECT_THAT(fix, Not(HasSubstr("if a list or global holds it")));
}

TEST(Holders, OfLessThanHalfDoNotMakeTheAdvice) {
  EXPECT_THAT(fix_of({{{"", "", std::nullopt, 2}, {"list", "global → list", 20, 1}}}),
              HasSubstr("dispose() it after its last use"));
}

}  // namespace
}  // namespace tensorleak::analysis
