#include "reports/views/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "reports/views/example_findings.hpp"

namespace tensorleak::views {
namespace {

using analysis::Findings;
using analysis::Label;
using analysis::Outcome;
using testing::HasSubstr;
using testing::Not;

constexpr TextOptions kQuiet{false, Verbosity::kQuiet, 0};
constexpr TextOptions kVerbose{false, Verbosity::kVerbose, 0};

TEST(Text, IsTheVerdictTheSitesTheRestAndASummary) {
  EXPECT_EQ(
      text(leaking_example(), {}),
      "LEAK  2 sites grow by 2 tensors, 602,120 B per frame; 4 GiB are gone after 7,133 frames\n"
      "1  LEAK, growing  +1 tensor, 602,112 B per frame   float32 [1,224,224,3]   Sub   30 alive   "
      "3f9a21c4\n"
      "     eH.classifyInternal   ml5@1.4.0/dist/ml5.min.js:21723:52722\n"
      "   ▸ (anonymous)           classify-frames.html:8:40\n"
      "     made on every frame by tidy's result and never disposed; last used in the frame that "
      "made it\n"
      "     fix: dispose() it after its last use, or widen the tidy() around that use\n"
      "2  LEAK, growing  +1 tensor, 8 B per frame   float32 [2]   Reshape   30 alive   77aa10b2\n"
      "     eH.classifyInternal   ml5@1.4.0/dist/ml5.min.js:21723:52722\n"
      "   ▸ (anonymous)           classify-frames.html:8:40\n"
      "     an alias of a tensor that was disposed\n"
      "     fix: dispose() it after its last use, or widen the tidy() around that use\n"
      "no leak: 4 retained (3,136 B)\n"
      "checks: 80 of 80 counters agree\n"
      "SUMMARY: tensorleak: 60 tensors, 18,063,600 B leaked at 2 sites\n");
}

TEST(Text, QuietIsTheFirstLineAlone) {
  EXPECT_EQ(text(clean_example(), kQuiet),
            "CLEAN  no site grows in 30 frames; 5 tensors, 3,168 B are retained\n");
}

TEST(Text, VerboseShowsHarmlessGroupsToo) {
  EXPECT_THAT(text(clean_example(), {}), Not(HasSubstr("1  retained")));
  EXPECT_THAT(text(clean_example(), kVerbose),
              HasSubstr("1  retained  5 tensors, 3,168 B   float32 [8,8,3,4] and 2 other shapes"));
}

TEST(Text, WithoutAVerdictShowsTheSitesThatStandInItsWay) {
  Findings findings = leaking_example();
  findings.verdict.outcome = Outcome::kNoVerdict;
  findings.verdict.doubts = {analysis::Doubt::kTooShort};
  findings.sites[0].label = findings.sites[1].label = Label::kUnknown;
  EXPECT_THAT(text(findings, {}), HasSubstr("1  unknown  +1 tensor, 602,112 B per frame"));
}

TEST(Text, WithoutAVerdictShowsAFewOfManySites) {
  Findings findings = leaking_example();
  findings.verdict.outcome = Outcome::kNoVerdict;
  findings.sites[0].label = Label::kUnknown;
  findings.sites.assign(8, findings.sites[0]);
  EXPECT_THAT(text(findings, {}), HasSubstr("…  and 3 more sites; --verbose shows all\n"));
}

TEST(Text, NumbersResourcesBehindTheSites) {
  Findings findings = leaking_example();
  findings.resources = {{"textures", Label::kLeakBelow, {3, 1, true}, 47, 190, "they grow"}};
  EXPECT_THAT(text(findings, {}), HasSubstr("3  LEAK, below  +3 per frame   textures"));
}

TEST(Text, OfVeryManySitesShowsTheWorstAndCountsTheRest) {
  Findings findings = leaking_example();
  findings.sites.assign(267, findings.sites[0]);
  const std::string normal = text(findings, {});
  EXPECT_THAT(normal, HasSubstr("\n20  LEAK, growing"));
  EXPECT_THAT(normal, Not(HasSubstr("\n21  LEAK, growing")));
  EXPECT_THAT(normal, HasSubstr("…  and 247 more sites; --verbose shows all\n"));
  EXPECT_THAT(text(findings, kVerbose), HasSubstr("\n267  LEAK, growing"));
}

TEST(Text, HasEscapesOnlyWithColor) {
  for (const auto verbosity : {Verbosity::kQuiet, Verbosity::kNormal, Verbosity::kVerbose}) {
    EXPECT_THAT(text(leaking_example(), {false, verbosity, 80}), Not(HasSubstr("\x1b")));
    EXPECT_THAT(text(leaking_example(), {true, verbosity, 80}), HasSubstr("\x1b[1;31mLEAK"));
  }
}

TEST(Text, EndsInASummaryForGrep) {
  for (const Findings& findings :
       {leaking_example(), clean_example(), blind_example(), full_example(), Findings{}}) {
    const std::string answer = text(findings, {true, Verbosity::kNormal, 80});
    const auto last_line = answer.rfind('\n', answer.size() - 2) + 1;
    EXPECT_TRUE(answer.substr(last_line).starts_with("SUMMARY: tensorleak: ")) << answer;
  }
}

}  // namespace
}  // namespace tensorleak::views
