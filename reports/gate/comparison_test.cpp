#include "reports/gate/comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/gate/test_findings.hpp"

namespace tensorleak::gate {
namespace {

using analysis::Findings;
using analysis::Label;
using analysis::Site;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::string kSite = "aaaa0000aaaa0000";

/// How the one site changed.
Change change(const Site& before, const Site& after) {
  const Comparison comparison = compare(findings_of({before}), findings_of({after}));
  EXPECT_THAT(comparison.sites, SizeIs(1));
  return comparison.sites.empty() ? Change::kSame : comparison.sites[0].change;
}

Site growing_by(analysis::Rate tensors, analysis::Rate bytes) {
  Site site = growing(kSite, 0);
  site.tensors_per_frame = tensors;
  site.bytes_per_frame = bytes;
  return site;
}

TEST(Comparison, FindsWhatIsNewAndWhatIsGone) {
  const Comparison comparison =
      compare(findings_of({growing("aaaa0000aaaa0000", 4), growing("bbbb0000bbbb0000", 4)}),
              findings_of({growing("cccc0000cccc0000", 4), growing("bbbb0000bbbb0000", 4)}));
  ASSERT_THAT(comparison.sites, SizeIs(3));
  EXPECT_EQ(comparison.sites[0].change, Change::kNew);
  EXPECT_THAT(comparison.sites[0].before, IsEmpty());
  EXPECT_THAT(comparison.sites[0].after, ElementsAre(0));
  EXPECT_EQ(comparison.sites[1].change, Change::kSame);
  EXPECT_THAT(comparison.sites[1].before, ElementsAre(1));
  EXPECT_EQ(comparison.sites[2].change, Change::kGone);
  EXPECT_THAT(comparison.sites[2].before, ElementsAre(0));
  EXPECT_EQ(comparison.count(Change::kNew), 1u);
}

TEST(Comparison, SurvivorsThatLeakNowAreNewAndThatLeakNoMoreAreGone) {
  EXPECT_EQ(change(alive(kSite, Label::kRetained, 4), growing(kSite, 4)), Change::kNew);
  EXPECT_EQ(change(growing(kSite, 4), alive(kSite, Label::kCache, 4)), Change::kGone);
  EXPECT_THAT(compare(findings_of({alive(kSite, Label::kHeld, 4)}),
                      findings_of({alive(kSite, Label::kCache, 8)}))
                  .sites,
              IsEmpty());
}

TEST(Comparison, OfGrowthIsByTensorsAndByBytes) {
  EXPECT_EQ(change(growing_by({1, 1}, {24, 1}), growing_by({1, 1}, {24, 1})), Change::kSame);
  EXPECT_EQ(change(growing_by({1, 1}, {24, 1}), growing_by({2, 1}, {24, 1})), Change::kWorse);
  EXPECT_EQ(change(growing_by({1, 1}, {24, 1}), growing_by({1, 1}, {25, 1})), Change::kWorse);
  EXPECT_EQ(change(growing_by({1, 1}, {24, 1}), growing_by({1, 3}, {8, 1})), Change::kBetter);
  EXPECT_EQ(change(growing_by({2, 1}, {24, 1}), growing_by({1, 1}, {48, 1})), Change::kWorse)
      << "what is more in anything is worse";
}

TEST(Comparison, OfSlopesLeavesRoomForChance) {
  EXPECT_EQ(change(growing_by({100, 1}, {24, 1}), growing_by({109, 1, false}, {24, 1})),
            Change::kSame);
  EXPECT_EQ(change(growing_by({100, 1}, {24, 1}), growing_by({111, 1, false}, {24, 1})),
            Change::kWorse);
  EXPECT_EQ(change(growing_by({111, 1, false}, {24, 1}), growing_by({100, 1}, {24, 1})),
            Change::kBetter);
  EXPECT_EQ(change(growing_by({100, 1}, {24, 1}), growing_by({101, 1}, {24, 1})), Change::kWorse)
      << "what is exact leaves none";
}

TEST(Comparison, OfWhatDoesNotGrowIsByWhatLeaked) {
  EXPECT_EQ(change(lost(kSite, 4), lost(kSite, 4)), Change::kSame);
  EXPECT_EQ(change(lost(kSite, 4), lost(kSite, 5)), Change::kWorse);
  EXPECT_EQ(change(lost(kSite, 4), lost(kSite, 3)), Change::kBetter);
  EXPECT_EQ(change(lost(kSite, 4), growing(kSite, 4)), Change::kWorse);
  EXPECT_EQ(change(growing(kSite, 4), lost(kSite, 400)), Change::kBetter);
}

TEST(Comparison, OfALeakThatCannotBeToldAnyMoreIsUndecided) {
  EXPECT_EQ(change(growing(kSite, 4), alive(kSite, Label::kUnknown, 4)), Change::kUndecided);
  EXPECT_EQ(change(alive(kSite, Label::kUnknown, 4), growing(kSite, 4)), Change::kNew);
}

TEST(Comparison, TakesTheLanesOfAFingerprintTogether) {
  const Comparison comparison = compare(findings_of({growing(kSite, 4), growing(kSite, 4)}),
                                        findings_of({growing(kSite, 9)}));
  ASSERT_THAT(comparison.sites, SizeIs(1));
  EXPECT_THAT(comparison.sites[0].before, ElementsAre(0, 1));
  EXPECT_EQ(comparison.sites[0].change, Change::kWorse) << "9 bytes for 8";
}

TEST(Comparison, KnowsResourcesByTheirNames) {
  const auto with = [](const std::string& name, std::int64_t rate) {
    Findings findings = findings_of({});
    findings.resources = {{.name = name, .label = Label::kLeakBelow, .per_frame = {rate, 1}}};
    return findings;
  };
  const auto changed = [&](const Findings& before, const Findings& after) {
    return compare(before, after).resources[0].change;
  };
  EXPECT_EQ(changed(with("textures", 3), with("textures", 3)), Change::kSame);
  EXPECT_EQ(changed(with("textures", 3), with("textures", 4)), Change::kWorse);
  EXPECT_EQ(changed(with("textures", 3), with("programs", 3)), Change::kNew);
  EXPECT_EQ(changed(with("textures", 3), findings_of({})), Change::kGone);
}

TEST(Comparison, IsRefusedWhereGrowthIsCountedInOtherUnits) {
  Findings by_time = findings_of({growing(kSite, 4)});
  by_time.frames.source = analysis::FrameSource::kTime;
  const Findings by_frames = findings_of({growing(kSite, 4)});
  EXPECT_EQ(why_not_comparable(by_time, by_time), "");
  EXPECT_EQ(why_not_comparable(by_time, by_frames),
            "growth is counted per second there, and per frame here");
  EXPECT_EQ(why_not_comparable(by_frames, by_time),
            "growth is counted per frame there, and per second here");
  EXPECT_EQ(why_not_comparable(findings_of({}), by_time), "") << "nothing grew there";
}

}  // namespace
}  // namespace tensorleak::gate
