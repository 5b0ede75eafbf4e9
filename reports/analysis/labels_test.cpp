// Every label of the ordered table, from a recording that shows it.
#include <gmock/gmock.h>

#include "reports/analysis/test_recording.hpp"

namespace tensorleak::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using trace::Flag;

const Site& only_site(const Findings& findings) {
  EXPECT_THAT(findings.sites, SizeIs(1));
  return findings.sites.at(0);
}

TEST(Labels, OneTensorForgottenOnEachFrameGrows) {
  Recording recording;
  const Findings findings = recording.frames(30, [&](auto frame) { recording.alloc(frame); }).end();
  const Site& site = only_site(findings);
  EXPECT_EQ(site.label, Label::kLeakGrowing);
  EXPECT_EQ(site.tensors_per_frame, (Rate{1, 1, true}));
  EXPECT_EQ(site.bytes_per_frame, (Rate{16, 1, true}));
  EXPECT_EQ(site.leaked, 30U);
  EXPECT_EQ(site.user_frame->function, "step1");
  EXPECT_EQ(site.called->function, "add");
  EXPECT_EQ(findings.verdict.outcome, Outcome::kLeak);
  EXPECT_EQ(findings.verdict.leaked_bytes, 480U);
}

TEST(Labels, DisposingAtTheEndOfTheRunDoesNotUndoTheGrowth) {
  Recording recording;
  recording.frames(30, [&](auto frame) { recording.alloc(frame); });
  for (std::uint64_t id = 0; id < 30; ++id)
    recording.free(id);
  const Findings findings = recording.end();
  EXPECT_EQ(only_site(findings).label, Label::kLeakGrowing);
  EXPECT_EQ(only_site(findings).leaked_bytes, 480U);
  EXPECT_EQ(findings.totals.end_tensors, 0U);
}

TEST(Labels, WhatWasAliveBeforeTheGrowthIsNotLeaked) {
  Recording recording;
  for (std::uint64_t id = 100; id < 105; ++id)
    recording.alloc(id);
  const Findings findings = recording.frames(10, [&](auto frame) { recording.alloc(frame); }).end();
  EXPECT_EQ(only_site(findings).alive, 15U);
  EXPECT_EQ(only_site(findings).leaked, 10U);
}

TEST(Labels, AVariableMadeOnEachFrameGrowsToo) {
  Recording recording;
  const Findings findings =
      recording
          .frames(10, [&](auto frame) { recording.alloc(frame, {.flags = {Flag::kVariable}}); })
          .end();
  EXPECT_EQ(only_site(findings).label, Label::kLeakGrowing);
  EXPECT_THAT(only_site(findings).fix, HasSubstr("once, before the loop"));
}

TEST(Labels, ALostHandleIsAProvenLeakEvenWithoutGrowth) {
  Recording recording;
  recording.frames(10, [&](auto frame) {
    if (frame == 0) recording.alloc(1).say(trace::Lost{.id = {1}});
  });
  const Findings findings = recording.end();
  EXPECT_EQ(only_site(findings).label, Label::kLeakLost);
  EXPECT_EQ(only_site(findings).leaked, 1U);
}

TEST(Labels, AHandleThatGoesAfterTheLastFrameLosesNothing) {
  Recording recording;
  recording.alloc(1);
  recording.frames(10, [&](auto frame) {
    if (frame == 5) recording.alloc(2, {.stack = 2});
  });
  const Findings findings =
      recording.say(trace::Lost{.id = {1}}).say(trace::Lost{.id = {2}}).free(2).end();
  ASSERT_THAT(findings.sites, SizeIs(2));
  EXPECT_EQ(findings.sites[0].label, Label::kRetained);
  EXPECT_EQ(findings.sites[1].label, Label::kRetained);
  EXPECT_EQ(findings.verdict.outcome, Outcome::kClean);
}

TEST(Labels, AHandleThatGoesInTheLastFrameLosesItsTensor) {
  Recording recording;
  recording.alloc(1);
  recording.frames(10, [&](auto frame) {
    if (frame == 9) recording.say(trace::Lost{.id = {1}});
  });
  EXPECT_EQ(only_site(recording.end()).label, Label::kLeakLost);
}

TEST(Labels, WithoutFramesWhatIsAliveAtACleanEndLeaks) {
  Recording recording;
  recording.alloc(1).alloc(2, {.stack = 2, .flags = {Flag::kVariable}}).alloc(3, {.stack = 3});
  recording.say(trace::Keep{.id = {3}});
  const Findings findings = recording.end();
  ASSERT_THAT(findings.sites, SizeIs(3));
  EXPECT_EQ(findings.sites[0].label, Label::kLeakAtExit);
  EXPECT_EQ(findings.sites[0].user_frame->function, "step1");
  EXPECT_EQ(findings.sites[1].label, Label::kRetained);
  EXPECT_EQ(findings.sites[2].label, Label::kRetained);
}

TEST(Labels, WithoutFramesATensorWithAHandleLeftIsRetained) {
  Recording recording;
  recording.alloc(1, {.flags = {Flag::kCounted}});
  const Findings findings = recording.end();
  EXPECT_EQ(only_site(findings).label, Label::kRetained);
  EXPECT_THAT(only_site(findings).because, HasSubstr("a handle was left"));
  EXPECT_EQ(findings.verdict.outcome, Outcome::kClean);
}

TEST(Labels, WithoutFramesATensorWhoseHandlesAreGoneIsLost) {
  Recording recording;
  recording.alloc(1, {.flags = {Flag::kCounted}}).say(trace::Lost{.id = {1}});
  EXPECT_EQ(only_site(recording.end()).label, Label::kLeakLost);
}

TEST(Labels, WithoutFramesAndACleanEndNothingIsKnown) {
  const Findings findings = Recording().alloc(1).cut();
  EXPECT_EQ(only_site(findings).label, Label::kUnknown);
  EXPECT_EQ(findings.verdict.outcome, Outcome::kNoVerdict);
}

TEST(Labels, APoolThatDoesNotGrowIsAPool) {
  Recording recording;
  recording.frames(10, [&](auto frame) {
    if (frame < 4) recording.alloc(frame, {.flags = {Flag::kPool}});
  });
  EXPECT_EQ(only_site(recording.end()).label, Label::kPool);
}

TEST(Labels, APoolThatGrowsIsALeak) {
  Recording recording;
  recording.frames(10, [&](auto frame) { recording.alloc(frame, {.flags = {Flag::kPool}}); });
  EXPECT_EQ(only_site(recording.end()).label, Label::kLeakGrowing);
}

TEST(Labels, ABoundedHistoryIsACache) {
  Recording recording;
  recording.frames(60, [&](auto frame) {
    recording.alloc(frame);
    if (frame >= 8) recording.free(frame - 8);
  });
  const Findings findings = recording.end();
  EXPECT_EQ(only_site(findings).label, Label::kCache);
  EXPECT_EQ(only_site(findings).alive, 8U);
  EXPECT_EQ(findings.verdict.outcome, Outcome::kClean);
}

TEST(Labels, TheNewestResultIsSteady) {
  Recording recording;
  recording.alloc(1000);
  recording.frames(20, [&](auto frame) {
    recording.free(frame == 0 ? 1000 : frame - 1);
    recording.alloc(frame);
  });
  EXPECT_EQ(only_site(recording.end()).label, Label::kSteady);
}

TEST(Labels, AReferenceFromTheFirstFrameThatNothingReadsIsHeld) {
  Recording recording;
  recording.frames(20, [&](auto frame) {
    if (frame == 0) recording.alloc(1);
  });
  const Findings findings = recording.end();
  EXPECT_EQ(only_site(findings).label, Label::kHeld);
  EXPECT_EQ(only_site(findings).evidence.min_idle, 20U);
}

TEST(Labels, WeightsFromSetupAreRetained) {
  Recording recording;
  recording.alloc(1, {.flags = {Flag::kVariable}}).alloc(2, {.stack = 2});
  const Findings findings = recording.frames(20, [](auto) {}).end();
  ASSERT_THAT(findings.sites, SizeIs(2));
  EXPECT_EQ(findings.sites[0].label, Label::kRetained);
  EXPECT_EQ(findings.sites[1].label, Label::kRetained);
}

TEST(Labels, AnOptimizersSlotsFromTheFirstStepAreRetained) {
  Recording recording;
  recording.frames(20, [&](auto frame) {
    if (frame != 0) return;
    for (std::uint64_t id = 0; id < 4; ++id)
      recording.alloc(id, {.flags = {Flag::kVariable}});
  });
  EXPECT_EQ(only_site(recording.end()).label, Label::kRetained);
}

TEST(Labels, GrowthThatIsStillReadIsUnknownUntilItLevelsOff) {
  const auto cache = [](std::uint64_t frames) {
    Recording recording;
    recording.frames(frames, [&](auto frame) {
      if (frame < 50) recording.alloc(frame);
      for (std::uint64_t id = 0; id < std::min<std::uint64_t>(frame, 50); id += 3) {
        recording.use(id);
      }
    });
    return recording.end();
  };
  const Findings filling = cache(40);
  EXPECT_EQ(only_site(filling).label, Label::kUnknown);
  EXPECT_THAT(filling.verdict.doubts, ElementsAre(Doubt::kStillFilling));
  EXPECT_EQ(filling.verdict.outcome, Outcome::kNoVerdict);
  EXPECT_EQ(only_site(cache(200)).label, Label::kCache);
}

TEST(Labels, APreviousFrameThatIsReadOnceMoreAndForgottenLeaks) {
  Recording recording;
  recording.frames(30, [&](auto frame) {
    recording.alloc(frame);
    if (frame > 0) recording.use(frame - 1);
  });
  EXPECT_EQ(only_site(recording.end()).label, Label::kLeakGrowing);
}

TEST(Labels, TwoFramesAreTooFew) {
  Recording recording;
  const Findings findings = recording.frames(2, [&](auto frame) { recording.alloc(frame); }).end();
  EXPECT_EQ(only_site(findings).label, Label::kUnknown);
  EXPECT_EQ(only_site(findings).evidence.frames_needed, 1U);
  EXPECT_THAT(findings.verdict.doubts, ElementsAre(Doubt::kTooShort));
}

TEST(Labels, ALeakHiddenByTheNoiseOfAnotherShapeIsFound) {
  Recording recording;
  std::uint64_t next_noise = 1000;
  std::uint64_t oldest_noise = 1000;
  recording.frames(30, [&](auto frame) {
    recording.alloc(frame);
    const std::uint64_t wanted = (frame * frame * 7 + frame * 3) % 11;
    while (oldest_noise < next_noise)
      recording.free(oldest_noise++);
    for (std::uint64_t i = 0; i < wanted; ++i)
      recording.alloc(next_noise++, {.shape = {8}});
  });
  const Findings findings = recording.end();
  EXPECT_EQ(only_site(findings).label, Label::kLeakGrowing);
  EXPECT_EQ(only_site(findings).tensors_per_frame, (Rate{1, 1, true}));
  EXPECT_EQ(only_site(findings).leaked, 30U);
}

TEST(Labels, NothingSurvivingIsClean) {
  Recording recording;
  const Findings findings =
      recording.frames(10, [&](auto frame) { recording.alloc(frame).free(frame); }).end();
  EXPECT_THAT(findings.sites, IsEmpty());
  EXPECT_EQ(findings.verdict.outcome, Outcome::kClean);
}

TEST(Labels, NoTensorAtAllIsNoVerdict) {
  const Findings findings = Recording().frames(10, [](auto) {}).end();
  EXPECT_EQ(findings.verdict.outcome, Outcome::kNoVerdict);
  EXPECT_THAT(findings.verdict.doubts, ElementsAre(Doubt::kNothingObserved));
}

TEST(Labels, AnIncompleteRecordingIsNotClean) {
  Recording recording;
  recording.frames(10, [&](auto frame) { recording.alloc(frame).free(frame); });
  const Findings findings = recording.cut();
  EXPECT_EQ(findings.verdict.outcome, Outcome::kNoVerdict);
  EXPECT_THAT(findings.verdict.doubts, ElementsAre(Doubt::kIncomplete));
}

TEST(Labels, AnIncompleteRecordingStillShowsItsLeak) {
  Recording recording;
  recording.frames(10, [&](auto frame) { recording.alloc(frame); });
  EXPECT_EQ(recording.cut().verdict.outcome, Outcome::kLeak);
}

TEST(Labels, AnIncompleteRecordingDoesNotTakeAWarmUpForALeak) {
  Recording recording;
  recording.frames(6, [&](auto frame) { recording.alloc(frame); });
  const Findings findings = recording.cut();
  EXPECT_EQ(only_site(findings).label, Label::kUnknown);
  EXPECT_EQ(only_site(findings).evidence.frames_needed, 4U);
  EXPECT_EQ(findings.verdict.outcome, Outcome::kNoVerdict);
}

TEST(Labels, AnIncompleteRecordingShowsWhatIsLostAtOnce) {
  Recording recording;
  recording.frames(3, [&](auto frame) { recording.alloc(frame).say(trace::Lost{.id = {frame}}); });
  EXPECT_EQ(only_site(recording.cut()).label, Label::kLeakLost);
}

TEST(Labels, AnIncompleteRecordingDoesNotTakeAFewTexturesForALeakBelow) {
  const auto label_after = [](std::uint64_t frames) {
    Recording recording;
    recording.alloc(1);
    recording.frames(frames, [&](auto frame) {
      const trace::Resource textures{.name = "textures", .value = 10 + frame};
      recording.say(trace::Counter{.resources = {&textures, 1}});
    });
    return recording.cut().resources.at(0).label;
  };
  EXPECT_EQ(label_after(9), Label::kUnknown);
  EXPECT_EQ(label_after(12), Label::kLeakBelow);
}

TEST(Labels, DroppedEventsAreNotClean) {
  Recording recording;
  recording.frames(10, [&](auto frame) { recording.alloc(frame).free(frame); });
  recording.say(trace::Dropped{.count = 3, .why = "buffer full"});
  EXPECT_EQ(recording.end().verdict.outcome, Outcome::kNoVerdict);
}

TEST(Labels, AGrowingResourceBelowFlatTensorsLeaks) {
  Recording recording;
  recording.alloc(1);
  recording.frames(10, [&](auto frame) {
    const trace::Resource textures{.name = "textures", .value = 10 + frame};
    recording.say(trace::Counter{.resources = {&textures, 1}});
  });
  const Findings findings = recording.end();
  ASSERT_THAT(findings.resources, SizeIs(1));
  EXPECT_EQ(findings.resources[0].label, Label::kLeakBelow);
  EXPECT_EQ(findings.resources[0].per_frame, (Rate{1, 1, true}));
  EXPECT_EQ(findings.verdict.outcome, Outcome::kLeak);
}

TEST(Labels, AResourceThatEachLeakedTensorHasIsNoLeakBelow) {
  const auto label_beside = [](std::string_view name, std::uint64_t more_a_frame) {
    Recording recording;
    recording.frames(10, [&](auto frame) {
      recording.alloc(frame, {.bytes = 1000});
      const trace::Resource ids{.name = name, .value = frame * more_a_frame};
      recording.say(trace::Counter{.resources = {&ids, 1}});
    });
    const Findings findings = recording.end();
    EXPECT_EQ(only_site(findings).label, Label::kLeakGrowing);
    return findings.resources.at(0).label;
  };
  EXPECT_EQ(label_beside("data ids", 1), Label::kRetained);
  EXPECT_EQ(label_beside("data ids", 2), Label::kLeakBelow);
  EXPECT_EQ(label_beside("GPU bytes", 2000), Label::kRetained);
  EXPECT_EQ(label_beside("GPU bytes", 2001), Label::kLeakBelow);
}

TEST(Labels, TheLaneThatMakesTheGrowthGivesTheRate) {
  Recording recording;
  std::uint64_t next = 0;
  for (int request = 0; request < 12; ++request) {
    for (int tick = 0; tick < 3 + request % 4; ++tick)
      recording.mark("ticks");
    recording.mark("requests");
    recording.alloc(next++);
    recording.alloc(next++);
  }
  recording.mark("requests");
  const Findings findings = recording.end();
  EXPECT_EQ(only_site(findings).label, Label::kLeakGrowing);
  EXPECT_EQ(only_site(findings).lane, "requests");
  EXPECT_EQ(only_site(findings).tensors_per_frame, (Rate{2, 1, true}));
}

TEST(Labels, WorstLeakStandsFirst) {
  Recording recording;
  recording.frames(10, [&](auto frame) {
    recording.alloc(frame, {.stack = 1, .bytes = 8});
    recording.alloc(100 + frame, {.stack = 2, .bytes = 4096});
  });
  const Findings findings = recording.end();
  ASSERT_THAT(findings.sites, SizeIs(2));
  EXPECT_EQ(findings.sites[0].user_frame->function, "step2");
  EXPECT_EQ(findings.verdict.tensors_per_frame, (Rate{2, 1, true}));
  EXPECT_EQ(findings.verdict.bytes_per_frame, (Rate{4104, 1, true}));
  EXPECT_EQ(findings.verdict.frames_to_limit, (std::uint64_t{4} << 30) / 4104);
}

TEST(Labels, AMillionFramesAreJudgedInBoundedSeries) {
  Recording recording;
  recording.frames(100'000, [&](auto frame) {
    if (frame % 3 == 0) recording.alloc(frame);
  });
  const Findings findings = recording.end();
  EXPECT_EQ(only_site(findings).tensors_per_frame, (Rate{1, 3, true}));
  EXPECT_LE(only_site(findings).population.size(), 2049U);
}

TEST(Labels, ReturnedFromATidySaysSo) {
  Recording recording;
  recording.frames(10, [&](auto frame) {
    recording.say(trace::ScopeBegin{.id = {1}});
    recording.say(trace::ScopeBegin{.id = {2}, .parent = trace::ScopeId{1}, .name = "add__op"});
    recording.alloc(frame, {.scope = 2});
    recording.say(trace::ScopeEnd{.id = {2}}).say(trace::ScopeEnd{.id = {1}});
  });
  const Findings findings = recording.end();
  EXPECT_THAT(only_site(findings).scope_path, ElementsAre("tidy"));
  EXPECT_THAT(only_site(findings).because, HasSubstr("returned from a tidy() on every frame"));
  EXPECT_THAT(only_site(findings).fix, HasSubstr("widen the tidy()"));
}

}  // namespace
}  // namespace tensorleak::analysis
