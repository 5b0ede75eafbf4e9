#include "reports/analysis/advice.hpp"

#include <gmock/gmock.h>

#include "reports/analysis/test_sites.hpp"

namespace tensorleak::analysis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Advice, FollowsWhatMostSurvivorsShow) {
  const auto cause = [](Evidence evidence) { return cause_of(growing(evidence)); };
  EXPECT_EQ(cause({.unscoped = 30}), Cause::kTemporary);
  EXPECT_EQ(cause({.out_of_scope = 30}), Cause::kScopeResult);
  EXPECT_EQ(cause({.with_handle = 16, .unscoped = 30}), Cause::kHeldInList);
  EXPECT_EQ(cause({.with_handle = 15, .unscoped = 30}), Cause::kTemporary);
  EXPECT_EQ(cause({.out_of_scope = 30, .pinning = 30}), Cause::kPinnedByView);
  EXPECT_EQ(cause({.kept = 30, .out_of_scope = 30}), Cause::kKept);
  EXPECT_EQ(cause({.kept = 30, .variables = 30}), Cause::kVariableMadeAgain);
  EXPECT_EQ(cause({.unscoped = 30, .lent = 30}), Cause::kAssigned);
  EXPECT_EQ(cause({.pooled = 30, .unscoped = 30}), Cause::kNotReturned);
}

TEST(Advice, GrowthInSizeComesFirst) {
  Site site = growing({.kept = 30});
  site.tensors_per_frame = {};
  site.bytes_per_frame = {64, 1, true};
  EXPECT_EQ(cause_of(site), Cause::kReplacedByLarger);
  EXPECT_THAT(suggest(site), HasSubstr("bound what is gathered"));
}

TEST(Advice, PlainMemoryIsFreedAndNotDisposed) {
  Site site = growing({.kept = 30});
  site.dtype.clear();
  site.shapes = {{.shape = std::nullopt}};
  EXPECT_EQ(cause_of(site), Cause::kPlainMemory);
  EXPECT_THAT(suggest(site),
              AllOf(HasSubstr("free it after its last use"), Not(HasSubstr("dispose"))));
  site.shapes = {{.shape = std::vector<std::uint64_t>{4}}};
  EXPECT_EQ(cause_of(site), Cause::kKept);
}

TEST(Advice, WeightsThatCodeForModelsMakesAreAModelLoadedAgain) {
  Site site = growing({.variables = 30});
  site.stack = {{"LayerVariable", "tf-layers.js", 1, 1, Owner::kFramework},
                {"Layer.addWeight", "tf-layers.js", 2, 1, Owner::kFramework},
                {"onFrame", "app.js", 3, 1, Owner::kUser}};
  EXPECT_EQ(cause_of(site), Cause::kModelMadeAgain);
  EXPECT_THAT(suggest(site), HasSubstr("load the model once, before the loop"));
}

TEST(Advice, TheSystemsLoaderIsNoModel) {
  Site site = growing({.variables = 30});
  site.stack = {{"onFrame", "app.js", 3, 1, Owner::kUser},
                {"loadModel", "node:internal/loader", 3, 1, Owner::kSystem}};
  EXPECT_EQ(cause_of(site), Cause::kVariableMadeAgain);
}

TEST(Advice, WhatIsStillHeldNeedsNoTidy) {
  const Site site = growing({.with_handle = 30, .unscoped = 30});
  EXPECT_THAT(suggest(site), AllOf(HasSubstr("dispose() the old ones where they are held"),
                                   Not(HasSubstr("tidy"))));
}

TEST(Advice, AListIsThoughtOfOnlyWhereHandlesAreNotCounted) {
  EXPECT_THAT(suggest(growing({.unscoped = 30})), HasSubstr("if a list or global holds it"));
  EXPECT_THAT(suggest(growing({.lost = 30, .unscoped = 30})), Not(HasSubstr("list")));
}

TEST(Advice, ALeakInsideALibrarySaysWhoseAndWhatTheCallerCanDo) {
  Site site = growing({.out_of_scope = 30});
  site.library = "ml5@1.4.0";
  site.called = Frame{"eH.classifyInternal", "ml5@1.4.0/dist/ml5.min.js", 2, 3, Owner::kFramework};
  EXPECT_THAT(suggest(site),
              AllOf(HasSubstr("made inside ml5@1.4.0 by eH.classifyInternal"),
                    HasSubstr("if the call returns it"), HasSubstr("tell its authors")));
  site.evidence = {.kept = 30};
  EXPECT_THAT(suggest(site), HasSubstr("which kept it for itself"));
  site.evidence = {.variables = 30};
  EXPECT_THAT(suggest(site), HasSubstr("make that model or object once"));
}

TEST(Advice, EveryLeakHasACureAndNothingElseHas) {
  for (int label = 0; label <= static_cast<int>(Label::kRetained); ++label) {
    Site site = growing({});
    site.label = static_cast<Label>(label);
    EXPECT_EQ(suggest(site).empty(), !is_leak(site.label)) << label;
  }
}

}  // namespace
}  // namespace tensorleak::analysis
