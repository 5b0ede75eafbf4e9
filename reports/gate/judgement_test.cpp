#include "reports/gate/judgement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/gate/test_findings.hpp"

namespace tensorleak::gate {
namespace {

using namespace std::chrono_literals;
using analysis::Doubt;
using analysis::Findings;
using analysis::Label;
using analysis::Site;
using testing::ElementsAre;
using testing::IsEmpty;

const std::string kSite = "aaaa0000aaaa0000";
const std::string kOther = "bbbb0000bbbb0000";

Rules suppressing(std::string_view text) {
  Rules rules{.today = 2026y / 12 / 3};
  const auto read = read_suppressions(text, "s.txt");
  EXPECT_TRUE(read) << (read ? "" : read.error().text());
  if (read) rules.suppressions = *read;
  return rules;
}

Rules with_baseline(const Findings& baseline) {
  return {.baseline = baseline, .today = 2026y / 12 / 3};
}

Site undecided(const std::string& fingerprint) {
  Site site = alive(fingerprint, Label::kUnknown, 5);
  site.evidence.frames_needed = 4;
  return site;
}

TEST(Gate, FailsWhereSomethingLeaksAndPassesWhereNothingDoes) {
  const Judgement failed = judge(findings_of({growing(kSite, 4)}), {});
  EXPECT_EQ(failed.outcome, Outcome::kFailed);
  EXPECT_THAT(sites_in_breach(failed), ElementsAre(0));
  EXPECT_EQ(judge(findings_of({alive(kSite, Label::kCache, 4)}), {}).outcome, Outcome::kPassed);
}

TEST(Gate, NamesASiteOnceThatBreaksSeveralLimits) {
  const Judgement failed =
      judge(findings_of({growing(kSite, 4), growing(kOther, 4)}),
            {.limits = {{.most = 1}, {.measure = Measure::kSurvivors, .most = 1}}});
  EXPECT_EQ(failed.breaches.size(), 2u);
  EXPECT_THAT(sites_in_breach(failed), ElementsAre(0, 1));
}

TEST(Gate, LetsPassWhatIsSuppressed) {
  const Findings findings = findings_of({growing(kSite, 4), growing(kOther, 4)});
  const Judgement passed = judge(findings, suppressing("site:aaaa0000\nsite:bbbb0000"));
  EXPECT_EQ(passed.outcome, Outcome::kPassed);
  EXPECT_TRUE(passed.is_suppressed(1));
  const Judgement failed = judge(findings, suppressing("site:aaaa0000\nleak:nothing"));
  EXPECT_EQ(failed.outcome, Outcome::kFailed);
  EXPECT_THAT(sites_in_breach(failed), ElementsAre(1));
  EXPECT_EQ(failed.suppressions[0].use, Use::kUsed);
  EXPECT_EQ(failed.suppressions[0].tensors, 30u);
  EXPECT_EQ(failed.suppressions[1].use, Use::kUnused);
}

TEST(Gate, TakesASuppressionForUnusedWhereWhatItNamesDoesNotLeak) {
  const Judgement judgement =
      judge(findings_of({alive(kSite, Label::kCache, 4)}), suppressing("site:aaaa0000"));
  EXPECT_EQ(judgement.suppressions[0].use, Use::kUnused);
}

TEST(Gate, SeesAllSuppressionsOfASiteAsUsed) {
  const Judgement judgement =
      judge(findings_of({growing(kSite, 4)}), suppressing("site:aaaa0000\nsite:aaaa0000aaaa"));
  EXPECT_EQ(judgement.suppressions[0].use, Use::kUsed);
  EXPECT_EQ(judgement.suppressions[1].use, Use::kUsed);
}

TEST(Gate, SuppressesUpToAMostAndNothingBeyond) {
  const Findings findings = findings_of({lost(kSite, 4), lost(kOther, 1)});
  const auto with_most = [&](int most) {
    const std::string option = " max=" + std::to_string(most);
    return judge(findings, suppressing("site:aaaa0000" + option + "\nsite:bbbb0000"));
  };
  EXPECT_EQ(with_most(4).outcome, Outcome::kPassed);
  EXPECT_EQ(with_most(3).outcome, Outcome::kFailed);
  EXPECT_EQ(with_most(3).suppressions[0].use, Use::kExceeded);
  EXPECT_THAT(sites_in_breach(with_most(3)), ElementsAre(0));
}

TEST(Gate, SuppressesUntilTheLastDayAndNotBeyond) {
  const Findings findings = findings_of({growing(kSite, 4)});
  EXPECT_EQ(judge(findings, suppressing("site:aaaa0000 expires=2026-12-03")).outcome,
            Outcome::kPassed);
  const Judgement late = judge(findings, suppressing("site:aaaa0000 expires=2026-12-02"));
  EXPECT_EQ(late.outcome, Outcome::kFailed);
  EXPECT_EQ(late.suppressions[0].use, Use::kExpired);
  EXPECT_THAT(late.suppressions[0].sites, ElementsAre(0));
}

TEST(Gate, SuppressesResources) {
  Findings findings = findings_of({});
  findings.resources = {{.name = "textures", .label = Label::kLeakBelow}};
  findings.verdict = analysis::verdict_of(findings, 1);
  EXPECT_THAT(resources_in_breach(judge(findings, {})), ElementsAre(0));
  EXPECT_EQ(judge(findings, suppressing("resource:textures")).outcome, Outcome::kPassed);
}

TEST(Gate, HasNoVerdictOnWhatIsIncomplete) {
  Findings findings = findings_of({growing(kSite, 4)});
  findings.completeness = analysis::Completeness::kCutLine;
  findings.verdict = analysis::verdict_of(findings, 1);
  EXPECT_EQ(judge(findings, {}).outcome, Outcome::kFailed);
  const Judgement blind = judge(findings, suppressing("site:aaaa0000"));
  EXPECT_EQ(blind.outcome, Outcome::kNoVerdict);
  EXPECT_THAT(blind.doubts, ElementsAre(Doubt::kIncomplete));
  EXPECT_EQ(judge(findings, with_baseline(findings)).outcome, Outcome::kNoVerdict);
  EXPECT_EQ(judge(findings, {.limits = {{.most = 1}}}).outcome, Outcome::kNoVerdict);
}

TEST(Gate, HasNoVerdictWhereEventsWereDropped) {
  Findings findings = findings_of({});
  findings.dropped = 1;
  findings.verdict = analysis::verdict_of(findings, 1);
  EXPECT_EQ(judge(findings, {}).outcome, Outcome::kNoVerdict);
}

TEST(Gate, HasNoVerdictWhereNothingWasObserved) {
  EXPECT_EQ(judge(Findings{}, {}).outcome, Outcome::kNoVerdict);
  EXPECT_EQ(judge(Findings{}, suppressing("leak:*")).outcome, Outcome::kNoVerdict);
}

TEST(Gate, ForgetsADoubtWhenAllThatItRestsOnIsSuppressed) {
  const Findings findings = findings_of({undecided(kSite), undecided(kOther)});
  EXPECT_EQ(judge(findings, {}).outcome, Outcome::kNoVerdict);
  EXPECT_EQ(judge(findings, suppressing("site:aaaa0000")).outcome, Outcome::kNoVerdict);
  const Judgement passed = judge(findings, suppressing("site:aaaa0000\nsite:bbbb0000"));
  EXPECT_EQ(passed.outcome, Outcome::kPassed);
  EXPECT_THAT(passed.doubts, IsEmpty());
  Findings short_one = findings;
  short_one.lanes[0].frames = 2;
  EXPECT_EQ(judge(short_one, suppressing("site:aaaa0000\nsite:bbbb0000")).outcome,
            Outcome::kNoVerdict)
      << "two frames are too few for all sites";
}

TEST(Gate, HasNoVerdictWhereALeakThatWouldPassMayBeAnotherLines) {
  Findings findings = findings_of({growing(kSite, 4)});
  findings.sites[0].stacks_estimated = true;
  EXPECT_EQ(judge(findings, {}).outcome, Outcome::kFailed);
  const Judgement suppressed = judge(findings, suppressing("site:aaaa0000"));
  EXPECT_EQ(suppressed.outcome, Outcome::kNoVerdict);
  EXPECT_THAT(suppressed.estimated, ElementsAre(0));
  EXPECT_EQ(judge(findings, with_baseline(findings)).outcome, Outcome::kNoVerdict);
}

TEST(Gate, LetsPassWhatLeaksInTheBaselineAsMuch) {
  const Findings before = findings_of({growing(kSite, 4)});
  EXPECT_EQ(judge(before, with_baseline(before)).outcome, Outcome::kPassed);
  EXPECT_EQ(judge(findings_of({growing(kSite, 3)}), with_baseline(before)).outcome,
            Outcome::kPassed);
  EXPECT_EQ(judge(findings_of({growing(kSite, 5)}), with_baseline(before)).outcome,
            Outcome::kFailed);
  const Judgement added =
      judge(findings_of({growing(kOther, 4), growing(kSite, 4)}), with_baseline(before));
  EXPECT_EQ(added.outcome, Outcome::kFailed);
  EXPECT_THAT(sites_in_breach(added), ElementsAre(0));
  EXPECT_EQ(added.changes->count(Change::kNew), 1u);
}

TEST(Gate, CountsWhatIsNewBesideABaselineForTheLimits) {
  Rules rules = with_baseline(findings_of({growing(kSite, 4)}));
  rules.limits = {{.most = 1}};
  EXPECT_EQ(judge(findings_of({growing(kOther, 4), growing(kSite, 4)}), rules).outcome,
            Outcome::kPassed);
}

}  // namespace
}  // namespace tensorleak::gate
