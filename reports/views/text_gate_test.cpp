#include "reports/views/text_gate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/views/example_findings.hpp"
#include "reports/views/example_gate.hpp"

namespace tensorleak::views {
namespace {

using analysis::Doubt;
using analysis::Findings;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string text_of(const Findings& findings, const gate::Rules& rules,
                    const TextOptions& options = {}) {
  return text(gated(findings, rules).gated(), options);
}

std::string first_line(const Findings& findings, const gate::Rules& rules) {
  std::string line = text_of(findings, rules, {false, Verbosity::kQuiet, 0});
  line.pop_back();
  return line;
}

TEST(GateText, OfAFailureShowsTheSitesThatFail) {
  const std::string text = text_of(leaking_example(), suppressing("op:Reshape reason=known"));
  EXPECT_THAT(text, StartsWith("FAILED  1 leak where none is allowed; 1 leak is suppressed\n"
                               "1  LEAK, growing  +1 tensor, 602,112 B per frame"));
  EXPECT_THAT(text, Not(HasSubstr("\n2  ")));
  EXPECT_THAT(text, HasSubstr("\nsuppressed: op:Reshape: 30 tensors at 1 site; known (known."));
  EXPECT_THAT(text,
              testing::EndsWith("SUMMARY: tensorleak: failed: 1 leak where none is allowed\n"));
}

TEST(GateText, OfACleanRunThatPassesHasTheWordsOfTheVerdict) {
  EXPECT_EQ(first_line(clean_example(), {.limits = {{.most = 0}}}),
            "PASSED  no site grows in 30 frames; 5 tensors, 3,168 B are retained");
}

TEST(GateText, NamesWhatPassesThoughItLeaks) {
  const std::string text = text_of(leaking_example(), {.limits = {{.most = 2}}});
  EXPECT_THAT(text,
              StartsWith("PASSED  no leak that is not allowed; 2 leaks are within the "
                         "limits\nwithin limits: Sub at (anonymous), classify-frames.html:8"));
  EXPECT_THAT(text, HasSubstr("SUMMARY: tensorleak: passed: 64 tensors, 18,066,736 B alive\n"));
}

TEST(GateText, SaysAllThatCanBeSaid) {
  const GatedExample example = gated_example();
  const std::string text = views::text(example.gated(), {});
  EXPECT_THAT(text,
              StartsWith("FAILED  3 leaks where --max-leaks allows 1; growth of 17 B per frame "
                         "where --max-growth allows 16 B; "));
  for (const auto* line : {"\nnew: New at ", "\nworse: Worse at ", "\nbetter: Better at ",
                           "\ngone: Gone at ", "\nnew: textures below ", "\nsuppressed: op:Known: ",
                           "\nunused: op:Nothing ", "\nexceeded: op:New allows ",
                           "\nexpired: op:Worse counted until ", "\nunsure: Estimated at "})
    EXPECT_THAT(text, HasSubstr(line));
}

TEST(GateText, WithoutAVerdictSaysWhyAndWhatToDo) {
  Findings incomplete = leaking_example();
  incomplete.completeness = analysis::Completeness::kCutLine;
  incomplete.verdict.doubts = {Doubt::kIncomplete};
  EXPECT_EQ(first_line(incomplete, suppressing("leak:*")),
            "NO VERDICT  incomplete: the recording stops within a line; record until the program "
            "ends by itself; 2 leaks are suppressed");
  Findings estimated = leaking_example();
  estimated.sites[0].stacks_estimated = true;
  EXPECT_EQ(first_line(estimated, suppressing("leak:*")),
            "NO VERDICT  1 leak would pass, whose stacks were recorded of some tensors alone: "
            "another line may leak there; record all stacks (--stacks all); 2 leaks are "
            "suppressed");
}

TEST(GateText, OfAProgramThatFailedSaysSoUnlessItAlsoLeaks) {
  Findings failed = leaking_example();
  failed.program_end = analysis::ProgramEnd{.exit_code = 3};
  EXPECT_THAT(first_line(failed, {.limits = {{.most = 0}}}), StartsWith("FAILED  2 leaks"));
  EXPECT_EQ(first_line(failed, suppressing("leak:*")),
            "PROGRAM FAILED  it ended with exit code 3; until then no leak that is not allowed; 2 "
            "leaks are suppressed");
  Findings clean = clean_example();
  clean.program_end = failed.program_end;
  EXPECT_THAT(first_line(clean, {.limits = {{.most = 0}}}),
              StartsWith("PROGRAM FAILED  it ended with exit code 3; until then no site grows"));
}

TEST(GateText, PrintsSuppressionsThatSuppress) {
  const GatedExample failed = gated(leaking_example(), {});
  const std::string lines = suppressions_for(failed.gated());
  EXPECT_THAT(lines, StartsWith("# LEAK, growing: Sub at (anonymous), classify-frames.html:8:40 "
                                "(3f9a21c4) float32 [1,224,224,3]\n"));
  EXPECT_THAT(lines, HasSubstr("\nsite:3f9a21c4d0e1b2a7 reason=\"\"\n"));
  const GatedExample passed = gated(leaking_example(), suppressing(lines));
  EXPECT_EQ(passed.judgement.outcome, gate::Outcome::kPassed);
  EXPECT_EQ(suppressions_for(passed.gated()), "");
}

TEST(GateText, PrintsSuppressionsOfNamesThatWouldBreakALine) {
  Findings hostile = leaking_example();
  hostile.sites[0].op = "Sub\nleak:*";
  hostile.sites[0].user_frame->function = "a\nleak:*\nb";
  hostile.resources = {{"tex\ntures", analysis::Label::kLeakBelow, {1, 1, true}, 1, 2, ""}};
  const std::string lines = suppressions_for(gated(hostile, {}).gated());
  for (const gate::Suppression& suppression : suppressing(lines).suppressions)
    EXPECT_NE(suppression.subject, gate::Subject::kLeak) << lines;
}

}  // namespace
}  // namespace tensorleak::views
