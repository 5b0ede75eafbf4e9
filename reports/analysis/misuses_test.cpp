#include "reports/analysis/misuses.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/analysis/test_recording.hpp"

namespace tensorleak::analysis {
namespace {

using ::testing::IsEmpty;
using ::testing::StartsWith;

trace::Misuse misuse(std::string_view kind, std::uint64_t stack) {
  return {.kind = kind, .words = "it is so", .stack = trace::StackId{stack}};
}

TEST(Misuses, AreCountedByKindAndPlaceMostFrequentFirst) {
  Recording recording;
  recording.say(misuse("tidy-async", 1)).say(misuse("tidy-async", 2)).say(misuse("tidy-async", 2));
  recording.say(misuse("double-dispose", 2)).say(trace::Misuse{.kind = "sparkle"});
  const Findings findings = recording.end();
  ASSERT_TRUE(findings.misuses);
  ASSERT_EQ(findings.misuses->size(), 4u);
  const MisuseFinding& first = findings.misuses->front();
  EXPECT_EQ(first.kind, "tidy-async");
  EXPECT_EQ(first.words, "it is so");
  EXPECT_EQ(first.count, 2u);
  ASSERT_TRUE(first.user_frame);
  EXPECT_EQ(first.user_frame->line, 20u);
  EXPECT_THAT(first.advice, StartsWith("tidy() does not wait: "));
  EXPECT_FALSE(findings.misuses->back().user_frame);
  EXPECT_EQ(findings.misuses->back().advice, "");
}

TEST(Misuses, ChangeNoVerdict) {
  Recording recording;
  const auto say = [&](std::uint64_t) { recording.say(misuse("double-dispose", 1)); };
  const Findings findings = recording.alloc(1).frames(12, say).free(1).end();
  EXPECT_EQ(findings.verdict.outcome, Outcome::kClean);
  EXPECT_EQ(findings.misuses->front().count, 12u);
}

TEST(Misuses, AreAbsentWhereThereAreNone) {
  EXPECT_FALSE(Recording().alloc(1).free(1).end().misuses);
}

TEST(Misuses, OfVeryManyPlacesCountWithTheFirstOfTheirKind) {
  Misuses misuses;
  StackTable stacks;
  for (std::uint32_t i = 1; i <= 1000; ++i) {
    const std::vector<trace::StackFrame> frames = {{.function = "f", .file = "a.js", .line = i}};
    stacks.define(trace::StackDefinition{.id = {i}, .frames = frames});
    misuses.note(misuse("double-dispose", i), stacks.number(trace::StackId{i}));
  }
  const auto findings = misuses.findings(stacks, FrameOwner());
  ASSERT_EQ(findings.size(), 256u);
  EXPECT_EQ(findings.front().count, 745u);
}

TEST(Misuses, EachKnownKindHasAdvice) {
  for (const char* kind :
       {"tidy-async", "scope-across-await", "double-dispose", "use-after-dispose"}) {
    EXPECT_NE(advice_on_misuse(kind), "") << kind;
  }
  EXPECT_THAT(advice_on_misuse("sparkle"), IsEmpty());
}

}  // namespace
}  // namespace tensorleak::analysis
