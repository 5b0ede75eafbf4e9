#include "reports/views/text_notes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/views/example_findings.hpp"

namespace tensorleak::views {
namespace {

using namespace analysis;  // NOLINT(google-build-using-namespace)
using testing::HasSubstr;
using testing::Not;

constexpr TextOptions kVerbose{false, Verbosity::kVerbose, 0};

Site survivors(Label label, std::uint64_t tensors, std::uint64_t bytes) {
  Site site;
  site.label = label;
  site.alive = tensors;
  site.alive_bytes = bytes;
  return site;
}

TEST(Notes, SumUpHarmlessGroupsByLabel) {
  Findings findings = leaking_example();
  findings.sites.push_back(survivors(Label::kCache, 2, 80));
  findings.sites.push_back(survivors(Label::kCache, 1, 20));
  findings.sites.push_back(survivors(Label::kPool, 3, 12));
  EXPECT_EQ(notes(findings, {}),
            "no leak: 3 pooled (12 B), 3 cached (100 B), 4 retained (3,136 B)\n"
            "checks: 80 of 80 counters agree\n");
}

TEST(Notes, KeepTheUndecidedApart) {
  Findings findings = clean_example();
  findings.sites.push_back(survivors(Label::kUnknown, 7, 28));
  EXPECT_THAT(notes(findings, {}), HasSubstr("undecided: 7 tensors, 28 B\nno leak: 5 retained"));
}

TEST(Notes, GiveResourcesThatDoNotLeak) {
  Findings findings = clean_example();
  findings.resources = {{"textures", Label::kCache, {}, 4, 9, ""},
                        {"data ids", Label::kRetained, {}, 6, 6, ""},
                        {"programs", Label::kLeakBelow, {1, 1, true}, 1, 9, ""}};
  EXPECT_THAT(notes(findings, {}), HasSubstr("resources: textures 4 → 9, data ids 6\n"));
}

TEST(Notes, ShowTheFirstDifferencesFromTheProgramsCounters) {
  Findings findings = clean_example();
  findings.counters = {80, 75, {"line 1", "line 2", "line 3", "line 4"}};
  const std::string few = notes(findings, {});
  EXPECT_THAT(few, HasSubstr("checks: 75 of 80 counters agree\ndiffers: line 1\n"));
  EXPECT_THAT(few, Not(HasSubstr("line 4")));
  EXPECT_THAT(notes(findings, kVerbose), HasSubstr("differs: line 4\n"));
}

TEST(Notes, SayNothingOfCountersThatAreNotThere) {
  Findings findings = clean_example();
  findings.counters = {};
  EXPECT_THAT(notes(findings, {}), Not(HasSubstr("counter")));
}

TEST(Notes, ListAnomaliesWithTheirFirstPlace) {
  Findings findings = clean_example();
  findings.anomalies = {{"free of an unknown tensor", 3, 12}, {"a second free", 1, 0}};
  EXPECT_THAT(notes(findings, {}),
              HasSubstr("noted: free of an unknown tensor, 3 times, first at line 12\n"
                        "noted: a second free, 1 time\n"));
}

TEST(Notes, GiveTheDoubtsBesideALeak) {
  Findings findings = leaking_example();
  findings.completeness = Completeness::kNoEnd;
  findings.verdict.doubts = {Doubt::kIncomplete};
  EXPECT_THAT(notes(findings, {}),
              HasSubstr("doubt: incomplete: the recording has no end: the program or its recorder "
                        "was stopped; record until the program ends by itself\n"));
}

TEST(Notes, DoNotRepeatTheDoubtsOfTheFirstLine) {
  Findings findings = clean_example();
  findings.completeness = Completeness::kNoEnd;
  findings.verdict.outcome = Outcome::kNoVerdict;
  findings.verdict.doubts = {Doubt::kIncomplete};
  EXPECT_THAT(notes(findings, {}), Not(HasSubstr("incomplete")));
}

TEST(Notes, TellOfAnEndAndOfLossesThatRaisedNoDoubt) {
  Findings findings = leaking_example();
  findings.completeness = Completeness::kCutLine;
  findings.dropped = 1;
  EXPECT_THAT(notes(findings, {}),
              HasSubstr("incomplete: the recording stops within a line\n"
                        "noted: 1 event was dropped: what it said is not known\n"));
}

TEST(Notes, VerboseTellsWhatWasWatched) {
  Findings findings = leaking_example();
  findings.totals.rss_first = 70 << 20;
  findings.totals.rss_last = 73 << 20;
  const std::string all = notes(findings, kVerbose);
  EXPECT_THAT(all, HasSubstr("RSS: 70 MiB → 73 MiB\n"));
  EXPECT_THAT(all, HasSubstr("program: ml5 1.4.0 imageClassifier\n"));
  EXPECT_THAT(all, HasSubstr("runtime: tfjs 4.22.0, webgl\n"));
  EXPECT_THAT(all, HasSubstr("recording: 4,322 events, 30 frames, "));
}

TEST(Notes, LetNoEscapeSequenceThrough) {
  Findings findings = leaking_example();
  const std::string evil = "\x1b[2J\n";
  findings.subject = {evil, evil, evil, evil};
  findings.resources = {{evil, Label::kRetained, {}, 1, 2, evil}};
  findings.anomalies = {{evil, 1, 1}};
  findings.counters = {1, 0, {evil}};
  findings.lanes[0].name = evil;
  const std::string all = notes(findings, kVerbose);
  EXPECT_THAT(all, Not(HasSubstr("\x1b")));
  EXPECT_THAT(all, HasSubstr("\\x1b[2J\\x0a"));
}

TEST(Notes, TellAFailureOfAProgramThatLeaks) {
  Findings findings = leaking_example();
  findings.program_end = ProgramEnd{7, 0};
  EXPECT_THAT(notes(findings, {}),
              HasSubstr("doubt: the program failed: it ended with exit code 7\n"));
}

TEST(Notes, AreThoseOfTheFindingsToo) {
  Findings findings = clean_example();
  findings.notes = {"libfoo.so was rebuilt\x1b[2J"};
  EXPECT_THAT(notes(findings, {}), HasSubstr("noted: libfoo.so was rebuilt\\x1b[2J\n"));
}

}  // namespace
}  // namespace tensorleak::views
