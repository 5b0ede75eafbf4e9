#include "reports/analysis/verdict.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace tensorleak::analysis {
namespace {

using ::testing::ElementsAre;

Findings findings_with(std::vector<Site> sites, std::uint64_t frames = 30) {
  Findings findings{.sites = std::move(sites)};
  findings.lanes = {{.marks = frames + 1, .frames = frames}};
  findings.totals.created = 1;
  return findings;
}

TEST(Verdict, SumsTheRatesOfGrowingSites) {
  const Verdict verdict = verdict_of(
      findings_with(
          {{.label = Label::kLeakGrowing,
            .tensors_per_frame = {1, 3, true},
            .bytes_per_frame = {20, 3, true},
            .leaked = 10},
           {.label = Label::kLeakGrowing, .tensors_per_frame = {2, 1, true}, .leaked = 60},
           {.label = Label::kRetained, .alive = 4}}),
      1000);
  EXPECT_EQ(verdict.outcome, Outcome::kLeak);
  EXPECT_EQ(verdict.tensors_per_frame, (Rate{7, 3, true}));
  EXPECT_EQ(verdict.leaking_sites, 2U);
  EXPECT_EQ(verdict.leaked_tensors, 70U);
  EXPECT_EQ(verdict.frames_to_limit, 150U);
}

TEST(Verdict, WithoutGrowthInBytesTheLimitIsNeverReached) {
  EXPECT_FALSE(verdict_of(findings_with({}), 1000).frames_to_limit);
}

TEST(Verdict, AHugeLimitDoesNotOverflow) {
  const Verdict verdict = verdict_of(
      findings_with({{.label = Label::kLeakGrowing, .bytes_per_frame = {1, 1000, true}}}),
      ~std::uint64_t{0});
  EXPECT_TRUE(verdict.frames_to_limit);
}

TEST(Verdict, TwoFramesAreTooShortToBeClean) {
  EXPECT_THAT(verdict_of(findings_with({}, 2), 1000).doubts, ElementsAre(Doubt::kTooShort));
  EXPECT_EQ(verdict_of(findings_with({}, 3), 1000).outcome, Outcome::kClean);
}

TEST(Verdict, DoubtsStandBesideALeak) {
  Findings findings = findings_with({{.label = Label::kLeakGrowing}});
  findings.completeness = Completeness::kCutStream;
  const Verdict verdict = verdict_of(findings, 1000);
  EXPECT_EQ(verdict.outcome, Outcome::kLeak);
  EXPECT_THAT(verdict.doubts, ElementsAre(Doubt::kIncomplete));
}

}  // namespace
}  // namespace tensorleak::analysis
