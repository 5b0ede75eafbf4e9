#include "reports/analysis/explain.hpp"

#include <gmock/gmock.h>

#include "reports/analysis/test_sites.hpp"

namespace tensorleak::analysis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Explain, ATidysResultThatIsDropped) {
  const Site site =
      growing({.frames_judged = 30, .period = 1, .out_of_scope = 30, .recorded_reads = 30});
  EXPECT_EQ(explain(site),
            "returned from a tidy() on every frame and never disposed; last used in the frame that "
            "made it; exact over 30 frames");
}

TEST(Explain, FewFramesCarryTheCaveatOfAFillingCache) {
  EXPECT_THAT(explain(growing({.frames_judged = 5, .period = 1})),
              HasSubstr("a cache that is still filling looks the same"));
  EXPECT_THAT(explain(growing({.frames_judged = 30, .period = 1})), Not(HasSubstr("cache")));
}

TEST(Explain, ALostHandleIsTheProof) {
  EXPECT_THAT(explain(growing({.frames_judged = 30, .period = 1, .lost = 30})), HasSubstr("lost"));
}

TEST(Explain, WhatIsStillHeldIsCounted) {
  const Site site = growing({.frames_judged = 30, .period = 1, .with_handle = 30, .unscoped = 30});
  EXPECT_THAT(explain(site), HasSubstr("; a handle of 30 is still held; exact over 30 frames"));
}

TEST(Explain, ATrendSaysHowFarItIsFromChance) {
  EXPECT_THAT(explain(growing({.frames_judged = 400, .score_hundredths = 684})),
              HasSubstr("a trend over 400 frames, 6.8 standard deviations above chance"));
}

TEST(Explain, GrowthInSizeSaysThatMembersAreReplaced) {
  Site site = growing({.frames_judged = 30, .period = 1, .replaced = 1});
  site.alive = 1;
  site.tensors_per_frame = {};
  site.bytes_per_frame = {64, 1, true};
  EXPECT_EQ(explain(site),
            "1 alive, 1 of them made since the growth set in, each larger than the one before; "
            "exact over 30 frames");
}

TEST(Explain, AViewSaysWhatItPins) {
  EXPECT_THAT(
      explain(growing({.frames_judged = 30, .period = 1, .pinning = 30, .pinned_bytes = 1920})),
      HasSubstr("all 30 hold on to 1920 bytes of tensors that are disposed"));
}

TEST(Explain, EveryThirdFrame) {
  Site site = growing({.frames_judged = 60, .period = 3, .never_read = 30, .recorded_reads = 9});
  site.tensors_per_frame = {1, 3, true};
  EXPECT_THAT(explain(site), AllOf(HasSubstr("once in 3 frames"), HasSubstr("never read")));
}

bool has_digit(const std::string& text) {
  return text.find_first_of("0123456789") != std::string::npos;
}

TEST(Explain, EveryLabelHasItsEvidenceInNumbers) {
  for (int label = 0; label <= static_cast<int>(Label::kRetained); ++label) {
    if (static_cast<Label>(label) == Label::kLeakBelow) continue;  // of resources, not of sites
    for (const bool has_frames : {true, false}) {
      Site site{.label = static_cast<Label>(label), .alive = 1};
      if (has_frames) site.population = {{0, 1, 4}};
      EXPECT_TRUE(has_digit(explain(site))) << label << ": " << explain(site);
    }
  }
}

TEST(Explain, RetainedSaysOfWhatKind) {
  const auto retained = [](Evidence evidence) {
    return explain(
        {.label = Label::kRetained, .alive = 3, .evidence = evidence, .population = {{0, 3, 12}}});
  };
  EXPECT_EQ(retained({.frames_judged = 9, .variables = 3}),
            "all 3 variables, constant over 9 frames");
  EXPECT_EQ(retained({.frames_judged = 9, .in_setup = 3}),
            "all 3 made before the first frame, constant over 9 frames");
  EXPECT_EQ(retained({.frames_judged = 1}), "the same 3 tensors over 1 frame");
}

TEST(Explain, WhatLiesIdleSaysWhenItWasReadLast) {
  const auto idle = [](Label label, Evidence evidence) {
    evidence.frames_judged = 900;
    return explain({.label = label, .alive = 3, .evidence = evidence, .population = {{0, 3, 12}}});
  };
  EXPECT_EQ(idle(Label::kHeld, {.min_idle = 888, .last_read_frame = 12}),
            "the same 3 tensors over 900 frames, not read for 888 frames; last read in frame 12");
  EXPECT_EQ(idle(Label::kRetained, {.variables = 3, .min_idle = 900, .last_read_frame = 0}),
            "all 3 variables, constant over 900 frames; last read before the first frame");
  EXPECT_EQ(idle(Label::kRetained, {.variables = 3, .min_idle = 1, .last_read_frame = 899}),
            "all 3 variables, constant over 900 frames");
  EXPECT_EQ(idle(Label::kHeld, {.min_idle = 900}),
            "the same 3 tensors over 900 frames, not read for 900 frames");
}

}  // namespace
}  // namespace tensorleak::analysis
