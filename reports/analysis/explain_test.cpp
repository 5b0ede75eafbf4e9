#include "reports/analysis/explain.hpp"

#include <gmock/gmock.h>

namespace tensorleak::analysis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Site growing(Evidence evidence) {
  return {.label = Label::kLeakGrowing,
          .tensors_per_frame = {1, 1, true},
          .alive = 30,
          .created = 30,
          .evidence = evidence};
}

TEST(Explain, ATidysResultThatIsDropped) {
  const Site site = growing({.frames_judged = 30, .period = 1, .out_of_scope = 30});
  EXPECT_EQ(explain(site),
            "returned from a tidy() on every frame and never disposed; last used in the frame that "
            "made it; exact over 30 frames");
  EXPECT_EQ(suggest(site), "dispose() it after its last use, or widen the tidy() around that use");
}

TEST(Explain, FewFramesCarryTheCaveatOfAFillingCache) {
  EXPECT_THAT(explain(growing({.frames_judged = 5, .period = 1})),
              HasSubstr("a cache that is still filling looks the same"));
  EXPECT_THAT(explain(growing({.frames_judged = 30, .period = 1})), Not(HasSubstr("cache")));
}

TEST(Explain, ALostHandleIsTheProof) {
  EXPECT_THAT(explain(growing({.frames_judged = 30, .period = 1, .lost = 30})), HasSubstr("lost"));
}

TEST(Explain, WhatIsStillHeldNeedsNoTidy) {
  Site site = growing({.frames_judged = 30, .period = 1, .with_handle = 30, .unscoped = 30});
  EXPECT_THAT(explain(site), HasSubstr("; a handle of 30 is still held; exact over 30 frames"));
  EXPECT_THAT(suggest(site), AllOf(HasSubstr("dispose() the old ones where they are held"),
                                   Not(HasSubstr("tidy"))));
  site.evidence.with_handle = 10;
  EXPECT_THAT(suggest(site), HasSubstr("wrap the work in tidy()"));
  site.evidence.kept = 30;
  site.evidence.with_handle = 30;
  EXPECT_THAT(suggest(site), HasSubstr("keep()"));
}

TEST(Explain, EveryThirdFrame) {
  Site site = growing({.frames_judged = 60, .period = 3, .never_read = 30});
  site.tensors_per_frame = {1, 3, true};
  EXPECT_THAT(explain(site), AllOf(HasSubstr("once in 3 frames"), HasSubstr("never read")));
}

TEST(Explain, KeepAndVariablesHaveTheirOwnCure) {
  EXPECT_THAT(suggest(growing({.kept = 30})), HasSubstr("keep()"));
  EXPECT_THAT(suggest(growing({.variables = 30})), HasSubstr("assign()"));
}

TEST(Explain, ALeakInsideALibraryNamesIt) {
  Site site = growing({.frames_judged = 30, .period = 1});
  site.stack = {{"f", "node_modules/@tensorflow/tfjs-layers/dist/x.js", 1, 1, Owner::kFramework},
                {"g", "node_modules/nsfwjs/dist/y.js", 1, 1, Owner::kFramework},
                {"h", "node:internal/process", 1, 1, Owner::kSystem}};
  EXPECT_THAT(suggest(site), HasSubstr("made inside nsfwjs"));
}

TEST(Explain, HarmlessGroupsNeedNoCure) {
  for (const Label label : {Label::kUnknown, Label::kPool, Label::kCache, Label::kSteady,
                            Label::kHeld, Label::kRetained}) {
    const Site site{.label = label, .alive = 1};
    EXPECT_THAT(explain(site), Not(IsEmpty()));
    EXPECT_THAT(suggest(site), IsEmpty());
  }
}

}  // namespace
}  // namespace tensorleak::analysis
