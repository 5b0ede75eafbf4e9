#include "reports/gate/limits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/gate/test_findings.hpp"

namespace tensorleak::gate {
namespace {

using analysis::Findings;
using analysis::Label;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Breach> breaches(const Findings& findings, std::vector<Limit> limits = {}) {
  return breaches_of(findings, Accepted(findings), std::move(limits));
}

bool keeps(const Findings& findings, const Limit& limit) {
  return breaches(findings, {limit}).empty();
}

/// Two growing sites, one in "train/step", and one that was lost; 74 tensors are alive.
Findings three_leaks() {
  return findings_of({growing("aaaa0000aaaa0000", 24, {"train", "step"}),
                      growing("bbbb0000bbbb0000", 100, {}), lost("cccc0000cccc0000", 4, {"train"}),
                      alive("dddd0000dddd0000", Label::kRetained, 10)});
}

TEST(Limits, AllowNoLeakUnlessTheySaySo) {
  const auto broken = breaches(three_leaks());
  ASSERT_THAT(broken, SizeIs(1));
  EXPECT_EQ(broken[0].count, 3u);
  EXPECT_FALSE(broken[0].limit.given);
  EXPECT_THAT(broken[0].sites, ElementsAre(0, 1, 2));
  EXPECT_THAT(breaches(findings_of({alive("dddd0000dddd0000", Label::kCache, 10)})), IsEmpty());
}

TEST(Limits, OfLeaksCountSitesAndResources) {
  EXPECT_TRUE(keeps(three_leaks(), {.most = 3}));
  EXPECT_FALSE(keeps(three_leaks(), {.most = 2}));
  Findings below = three_leaks();
  below.resources = {{.name = "textures", .label = Label::kLeakBelow},
                     {.name = "programs", .label = Label::kRetained}};
  EXPECT_FALSE(keeps(below, {.most = 3}));
  EXPECT_TRUE(keeps(below, {.most = 4}));
}

TEST(Limits, OfGrowthCountBytesPerFrameOfAllGrowingSites) {
  const Findings growth =
      findings_of({growing("aaaa0000aaaa0000", 24, {}), growing("bbbb0000bbbb0000", 100, {})});
  EXPECT_TRUE(keeps(growth, {.measure = Measure::kGrowth, .most = 124}));
  EXPECT_FALSE(keeps(growth, {.measure = Measure::kGrowth, .most = 123}));
  EXPECT_TRUE(keeps(growth, {.measure = Measure::kGrowth, .most = UINT64_MAX}));
}

TEST(Limits, OfGrowthKnowFractions) {
  Findings third = findings_of({growing("aaaa0000aaaa0000", 0, {})});
  third.sites[0].bytes_per_frame = {100, 3, true};
  EXPECT_TRUE(keeps(third, {.measure = Measure::kGrowth, .most = 34}));
  EXPECT_FALSE(keeps(third, {.measure = Measure::kGrowth, .most = 33}));
}

TEST(Limits, OfGrowthStandInForTheDefaultAndForNoOther) {
  const Limit growth{.measure = Measure::kGrowth, .most = 1000};
  const auto broken = breaches(three_leaks(), {growth});
  ASSERT_THAT(broken, SizeIs(1)) << "what was lost does not grow";
  EXPECT_THAT(broken[0].sites, ElementsAre(2));
  EXPECT_THAT(breaches(three_leaks(), {growth, {.most = 2}}), SizeIs(1))
      << "a limit that is given counts them all";
}

TEST(Limits, OfSurvivorsCountTensorsWhateverTheirLabel) {
  const Findings clean = findings_of({alive("aaaa0000aaaa0000", Label::kCache, 6),
                                      alive("bbbb0000bbbb0000", Label::kRetained, 4)});
  EXPECT_TRUE(keeps(clean, {.measure = Measure::kSurvivors, .most = 10}));
  EXPECT_FALSE(keeps(clean, {.measure = Measure::kSurvivors, .most = 9}));
}

TEST(Limits, OfSurvivorsCountATensorOnceInHoweverManyLanesItsSiteIs) {
  Findings lanes = findings_of(
      {alive("aaaa0000aaaa0000", Label::kCache, 6), alive("aaaa0000aaaa0000", Label::kCache, 6)});
  lanes.totals.alive_tensors = 6;
  EXPECT_TRUE(keeps(lanes, {.measure = Measure::kSurvivors, .most = 6}));
}

TEST(Limits, OfALabelCountItsSites) {
  const Findings clean = findings_of(
      {alive("aaaa0000aaaa0000", Label::kCache, 6), alive("bbbb0000bbbb0000", Label::kHeld, 4)});
  const auto most = [](Label label, std::uint64_t number) {
    return Limit{
        .measure = Measure::kSurvivors, .part = Part::kLabel, .label = label, .most = number};
  };
  EXPECT_TRUE(keeps(clean, most(Label::kHeld, 4)));
  EXPECT_FALSE(keeps(clean, most(Label::kHeld, 3)));
  EXPECT_TRUE(keeps(clean, most(Label::kPool, 0)));
  Findings below = clean;
  below.resources = {{.name = "textures", .label = Label::kLeakBelow}};
  EXPECT_TRUE(keeps(below, {.part = Part::kLabel, .label = Label::kLeakBelow, .most = 1}));
  EXPECT_FALSE(keeps(below, {.part = Part::kLabel, .label = Label::kLeakBelow, .most = 0}));
}

TEST(Limits, OfAScopeCountWhatWasMadeInIt) {
  const auto in_scope = [](const std::string& name) {
    const auto broken =
        breaches(three_leaks(), {{.part = Part::kScope, .name = name, .most = 0}, {.most = 3}});
    return broken.empty() ? std::vector<std::size_t>() : broken[0].sites;
  };
  EXPECT_THAT(in_scope("train"), ElementsAre(0, 2));
  EXPECT_THAT(in_scope("step"), ElementsAre(0));
  EXPECT_THAT(in_scope("train/step"), ElementsAre(0));
  EXPECT_THAT(in_scope("tra"), IsEmpty());
  EXPECT_THAT(in_scope("step/train"), IsEmpty());
}

TEST(Limits, TheMostParticularCountsASiteAndNoOtherDoes) {
  const Limit site{.part = Part::kSite, .name = "aaaa0000", .most = 1};
  const Limit scope{.part = Part::kScope, .name = "train", .most = 1};
  const Limit label{.part = Part::kLabel, .label = Label::kLeakGrowing, .most = 1};
  const Limit all{.most = 0};
  // The first is the site's, the third the scope's, the second the label's.
  EXPECT_THAT(breaches(three_leaks(), {site, scope, label, all}), IsEmpty());
  const auto without_label = breaches(three_leaks(), {site, scope, all});
  ASSERT_THAT(without_label, SizeIs(1));
  EXPECT_THAT(without_label[0].sites, ElementsAre(1));
  const auto without_site = breaches(three_leaks(), {scope, label, all});
  ASSERT_THAT(without_site, SizeIs(1));
  EXPECT_EQ(without_site[0].limit.part, Part::kScope);
  EXPECT_THAT(without_site[0].sites, ElementsAre(0, 2));
}

TEST(Limits, DoNotCountWhatIsAccepted) {
  const Findings findings = three_leaks();
  Accepted accepted(findings);
  accepted.sites[0] = accepted.sites[1] = true;
  EXPECT_THAT(breaches_of(findings, accepted, {{.most = 1}}), IsEmpty());
  EXPECT_THAT(breaches_of(findings, accepted, {{.most = 0}}), SizeIs(1));
  const Limit survivors{.measure = Measure::kSurvivors, .most = 14};
  EXPECT_THAT(breaches_of(findings, accepted, {survivors, {.most = 1}}), IsEmpty());
}

}  // namespace
}  // namespace tensorleak::gate
