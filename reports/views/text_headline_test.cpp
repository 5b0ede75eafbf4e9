#include "reports/views/text_headline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/views/example_findings.hpp"

namespace tensorleak::views {
namespace {

using namespace analysis;  // NOLINT(google-build-using-namespace)

std::string first_line(const Findings& findings) {
  return headline(findings, Paint(false));
}

Site leaked(Label label, std::uint64_t tensors, std::uint64_t bytes) {
  Site site;
  site.label = label;
  site.leaked = site.alive = tensors;
  site.leaked_bytes = site.alive_bytes = bytes;
  return site;
}

Findings leak_of(std::vector<Site> sites) {
  Findings findings;
  findings.verdict.outcome = Outcome::kLeak;
  findings.verdict.leaking_sites = sites.size();
  findings.sites = std::move(sites);
  return findings;
}

Findings no_verdict(Doubt doubt) {
  Findings findings = clean_example();
  findings.verdict.outcome = Outcome::kNoVerdict;
  findings.verdict.doubts = {doubt};
  return findings;
}

TEST(Headline, OfGrowthGivesRateAndTimeToTheLimit) {
  EXPECT_EQ(first_line(leaking_example()),
            "LEAK  2 sites grow by 2 tensors, 602,120 B per frame; 4 GiB are gone after 7,133 "
            "frames");
}

TEST(Headline, OfGrowthAtOneSiteIsSingularAndNeedsNoLimit) {
  Findings findings = leaking_example();
  findings.verdict.growing_sites = 1;
  findings.verdict.tensors_per_frame = {1, 3, true};
  findings.verdict.bytes_per_frame = {20, 3, true};
  findings.verdict.frames_to_limit.reset();
  EXPECT_EQ(first_line(findings), "LEAK  1 site grows by 1 tensor, 20 B every 3 frames");
}

TEST(Headline, OfALimitOfOneUnitIsSingular) {
  Findings findings = leaking_example();
  findings.verdict.memory_limit = std::uint64_t{1} << 30;
  findings.verdict.frames_to_limit = 1;
  EXPECT_TRUE(first_line(findings).ends_with("; 1 GiB is gone after 1 frame"));
}

TEST(Headline, OfLostTensorsSaysThatTheHandlesAreGone) {
  EXPECT_EQ(first_line(leak_of({leaked(Label::kLeakLost, 3, 1204)})),
            "LEAK  3 tensors, 1,204 B are lost at 1 site: their handles are gone, the tensors are "
            "not");
  EXPECT_EQ(first_line(leak_of({leaked(Label::kLeakLost, 1, 4)})),
            "LEAK  1 tensor, 4 B is lost at 1 site: its handle is gone, the tensor is not");
}

TEST(Headline, OfTensorsLeftAtExit) {
  EXPECT_EQ(
      first_line(leak_of({leaked(Label::kLeakAtExit, 5, 3168), leaked(Label::kLeakAtExit, 1, 4)})),
      "LEAK  6 tensors, 3,172 B are left at exit, made at 2 sites and never disposed");
}

TEST(Headline, OfAResourceBelowTheTensors) {
  Findings findings = leak_of({});
  findings.resources = {{"textures", Label::kLeakBelow, {3, 1, true}, 47, 190, ""},
                        {"programs", Label::kRetained, {}, 4, 4, ""}};
  EXPECT_EQ(first_line(findings), "LEAK  textures below the tensors grow by 3 per frame");
  EXPECT_EQ(summary_line(findings),
            "SUMMARY: tensorleak: textures leaked below the tensors, 47 -> 190");
}

TEST(Headline, OfSeveralKindsOfLeakNamesEach) {
  Findings findings = leaking_example();
  findings.sites.push_back(leaked(Label::kLeakLost, 2, 8));
  findings.resources = {{"data ids", Label::kLeakBelow, {1, 1, true}, 0, 30, ""}};
  EXPECT_EQ(first_line(findings),
            "LEAK  2 sites grow by 2 tensors, 602,120 B per frame; 4 GiB are gone after 7,133 "
            "frames; 2 tensors, 8 B are lost at 1 site: their handles are gone, the tensors are "
            "not; data ids below the tensors grow by 1 per frame");
}

TEST(Headline, OfACleanRunCountsFramesAndSurvivors) {
  EXPECT_EQ(first_line(clean_example()),
            "CLEAN  no site grows in 30 frames; 5 tensors, 3,168 B are retained");
}

TEST(Headline, OfACleanRunWithSurvivorsOfSeveralKinds) {
  Findings findings = clean_example();
  findings.sites.push_back(leaked(Label::kCache, 1, 4));
  findings.totals.alive_tensors = 6;
  EXPECT_EQ(first_line(findings),
            "CLEAN  no site grows in 30 frames; 6 tensors, 3,168 B are alive");
}

TEST(Headline, OfACleanRunThatLeavesNothing) {
  Findings findings = clean_example();
  findings.sites.clear();
  findings.lanes.clear();
  findings.totals.alive_tensors = 0;
  EXPECT_EQ(first_line(findings),
            "CLEAN  nothing that was to be disposed is left at the end; no tensor is alive");
}

TEST(Headline, WithNothingObservedSaysWhatToCheck) {
  EXPECT_EQ(first_line(blind_example()),
            "NO VERDICT  nothing was observed: no tensor was seen in 3 events; check that the "
            "recorder was attached before the program made its first tensor");
  EXPECT_EQ(summary_line(blind_example()),
            "SUMMARY: tensorleak: no verdict (nothing observed); 0 tensors, 0 B alive");
}

TEST(Headline, OfAnIncompleteRecordingSaysWhereItStops) {
  Findings findings = no_verdict(Doubt::kIncomplete);
  findings.completeness = Completeness::kCutLine;
  EXPECT_EQ(first_line(findings),
            "NO VERDICT  incomplete: the recording stops within a line; record until the program "
            "ends by itself");
}

TEST(Headline, OfATooShortRecordingSaysHowManyMoreFrames) {
  Findings findings = no_verdict(Doubt::kTooShort);
  findings.lanes[0].frames = 2;
  findings.sites.push_back(leaked(Label::kUnknown, 2, 8));
  findings.sites.back().evidence.frames_needed = 1;
  EXPECT_EQ(first_line(findings),
            "NO VERDICT  too short: 2 frames say too little; record at least 1 more frame");
}

TEST(Headline, WithoutFramesAsksForMarks) {
  Findings findings = no_verdict(Doubt::kTooShort);
  findings.lanes.clear();
  EXPECT_EQ(first_line(findings),
            "NO VERDICT  too short: the recording has no frames; mark each turn of the program's "
            "loop as a frame");
}

TEST(Headline, OfASiteThatIsStillFilling) {
  Findings findings = no_verdict(Doubt::kStillFilling);
  findings.sites.push_back(leaked(Label::kUnknown, 30, 1200));
  findings.sites.back().evidence.read_again = 30;
  findings.sites.back().evidence.frames_needed = 60;
  EXPECT_EQ(first_line(findings),
            "NO VERDICT  still filling: 1 site with 30 tensors so far grows, and what it made "
            "before is read again: a cache that is being filled and a leak look the same; record "
            "at least 60 more frames");
}

TEST(Headline, WithDroppedEventsCountsThem) {
  Findings findings = no_verdict(Doubt::kDropped);
  findings.dropped = 1204;
  EXPECT_EQ(first_line(findings),
            "NO VERDICT  1,204 events were dropped: what they said is not known; record a shorter "
            "run, or let the recorder keep up with it");
}

TEST(Headline, WithSeveralDoubtsNamesAll) {
  Findings findings = no_verdict(Doubt::kIncomplete);
  findings.completeness = Completeness::kCutStream;
  findings.verdict.doubts.push_back(Doubt::kTooShort);
  findings.lanes[0].frames = 1;
  EXPECT_EQ(first_line(findings),
            "NO VERDICT  incomplete: the recording's compressed stream stops early; too short: 1 "
            "frame says too little; record until the program ends by itself");
}

TEST(Headline, IsColoredByItsVerdict) {
  EXPECT_TRUE(headline(leaking_example(), Paint(true)).starts_with("\x1b[1;31mLEAK\x1b[0m  2"));
  EXPECT_TRUE(headline(clean_example(), Paint(true)).starts_with("\x1b[1;32mCLEAN\x1b[0m  n"));
}

TEST(SummaryLine, CountsWhatLeaked) {
  EXPECT_EQ(summary_line(leaking_example()),
            "SUMMARY: tensorleak: 60 tensors, 18,063,600 B leaked at 2 sites");
}

TEST(SummaryLine, OfACleanRun) {
  EXPECT_EQ(summary_line(clean_example()),
            "SUMMARY: tensorleak: no leak; 5 tensors, 3,168 B alive");
}

TEST(Headline, OfAProgramThatFailedSaysSoUnlessItLeaks) {
  Findings findings = clean_example();
  findings.program_end = ProgramEnd{3, 0};
  EXPECT_THAT(
      first_line(findings),
      testing::StartsWith("PROGRAM FAILED  it ended with exit code 3; until then no site "));
  EXPECT_THAT(summary_line(findings),
              testing::HasSubstr("the program ended with exit code 3; no "));
  findings.program_end = ProgramEnd{139, 11};
  findings.verdict.outcome = Outcome::kNoVerdict;
  findings.verdict.doubts = {Doubt::kIncomplete};
  EXPECT_THAT(first_line(findings),
              testing::StartsWith("PROGRAM FAILED  it was ended by signal 11 (SIGSEGV); and there "
                                  "is no verdict: incomplete"));
  findings = leaking_example();
  findings.program_end = ProgramEnd{3, 0};
  EXPECT_THAT(first_line(findings), testing::StartsWith("LEAK  2 sites"));
}

TEST(Headline, OfAProgramThatEndedWellIsThatOfItsVerdict) {
  Findings findings = clean_example();
  findings.program_end = ProgramEnd{};
  EXPECT_EQ(first_line(findings), first_line(clean_example()));
}

}  // namespace
}  // namespace tensorleak::views
