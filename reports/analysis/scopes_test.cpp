#include "reports/analysis/scopes.hpp"

#include <gmock/gmock.h>

namespace tensorleak::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using trace::ScopeId;

TEST(Scopes, PathIsTheNamesFromTheOutermost) {
  Scopes scopes;
  scopes.begin({.id = ScopeId{1}, .name = "train"});
  scopes.begin({.id = ScopeId{2}, .parent = ScopeId{1}});
  EXPECT_THAT(scopes.names(scopes.place(ScopeId{2}).path), ElementsAre("train", "tidy"));
}

TEST(Scopes, AnOperationsScopeIsLookedThrough) {
  Scopes scopes;
  scopes.begin({.id = ScopeId{1}});
  scopes.begin({.id = ScopeId{2}, .parent = ScopeId{1}, .name = "sub__op"});
  EXPECT_EQ(scopes.place(ScopeId{2}).path, scopes.place(ScopeId{1}).path);
  EXPECT_EQ(scopes.place(ScopeId{2}).instance, scopes.place(ScopeId{1}).instance);
  scopes.end(ScopeId{2});
  EXPECT_TRUE(scopes.is_open(scopes.place(ScopeId{1}).instance));
}

TEST(Scopes, EachTurnOfAScopeIsAnInstanceWithTheSamePath) {
  Scopes scopes;
  scopes.begin({.id = ScopeId{1}, .name = "frame"});
  const ScopePlace first = scopes.place(ScopeId{1});
  scopes.end(ScopeId{1});
  scopes.begin({.id = ScopeId{1}, .name = "frame"});
  const ScopePlace second = scopes.place(ScopeId{1});
  EXPECT_EQ(first.path, second.path);
  EXPECT_FALSE(scopes.is_open(first.instance));
  EXPECT_TRUE(scopes.is_open(second.instance));
}

TEST(Scopes, OutsideAnyScopeThereIsNoPath) {
  Scopes scopes;
  EXPECT_THAT(scopes.names(scopes.place(std::nullopt).path), IsEmpty());
  EXPECT_EQ(scopes.place(ScopeId{9}).instance, 0U);
}

TEST(Scopes, SayWhenIdsDoNotMatch) {
  Scopes scopes;
  EXPECT_TRUE(scopes.begin({.id = ScopeId{1}}));
  EXPECT_FALSE(scopes.begin({.id = ScopeId{1}}));
  EXPECT_TRUE(scopes.end(ScopeId{1}));
  EXPECT_FALSE(scopes.end(ScopeId{1}));
}

TEST(Scopes, ADeepRecursionHasABoundedPath) {
  Scopes scopes;
  scopes.begin({.id = ScopeId{0}, .name = "f"});
  for (std::uint64_t depth = 1; depth < 10'000; ++depth) {
    scopes.begin({.id = ScopeId{depth}, .parent = ScopeId{depth - 1}, .name = "f"});
  }
  EXPECT_THAT(scopes.names(scopes.place(ScopeId{9'999}).path), SizeIs(64));
}

}  // namespace
}  // namespace tensorleak::analysis
