#include "reports/views/text_difference.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/views/example_findings.hpp"
#include "reports/views/example_gate.hpp"

namespace tensorleak::views {
namespace {

using analysis::Findings;
using testing::HasSubstr;
using testing::StartsWith;

std::string between(const Findings& before, const Findings& after) {
  return difference_text(gate::compare(before, after), before, after, {});
}

Trend trend(const Findings& before, const Findings& after) {
  return trend_of(gate::compare(before, after), before, after);
}

TEST(DifferenceText, ShowsWhatIsNewAsTheAnswerDoes) {
  const std::string text = between(clean_example(), leaking_example());
  EXPECT_THAT(text, StartsWith("WORSE  2 new\n1  LEAK, growing  +1 tensor, 602,112 B per frame"));
  EXPECT_THAT(text, HasSubstr("\nnew: Reshape at (anonymous), classify-frames.html:8:40"));
  EXPECT_THAT(text, HasSubstr("\nalive: 64 tensors, 18,066,736 B; before: 5 tensors, 3,168 B\n"
                              "SUMMARY: tensorleak: worse: 2 new\n"));
}

TEST(DifferenceText, NamesWhatIsGoneInALine) {
  EXPECT_THAT(between(leaking_example(), clean_example()),
              StartsWith("BETTER  2 gone\ngone: Sub at (anonymous), "));
}

TEST(DifferenceText, OfEqualReportsSaysSo) {
  EXPECT_THAT(between(clean_example(), clean_example()),
              StartsWith("SAME  no leak in either\nalive: 5 tensors"));
  EXPECT_THAT(between(leaking_example(), leaking_example()), StartsWith("SAME  2 same\nsame: Sub"));
}

TEST(DifferenceText, WithADoubtIsNoVerdictUnlessSomethingIsWorse) {
  Findings unsure = clean_example();
  unsure.verdict.doubts = {analysis::Doubt::kDropped};
  unsure.dropped = 1;
  EXPECT_EQ(trend(clean_example(), unsure), Trend::kNoVerdict);
  EXPECT_EQ(trend(unsure, clean_example()), Trend::kNoVerdict);
  EXPECT_EQ(trend(unsure, leaking_example()), Trend::kWorse);
  EXPECT_THAT(between(leaking_example(), unsure),
              StartsWith("NO VERDICT  2 gone; after: 1 event was dropped"));
  EXPECT_EQ(trend(clean_example(), blind_example()), Trend::kNoVerdict);
}

TEST(DifferenceText, QuietIsTheFirstLineAlone) {
  const GatedExample example = gated_example();
  EXPECT_EQ(difference_text(*example.judgement.changes, *example.rules.baseline, example.findings,
                            {false, Verbosity::kQuiet, 0}),
            "WORSE  4 new, 1 worse, 1 better, 1 gone\n");
}

}  // namespace
}  // namespace tensorleak::views
