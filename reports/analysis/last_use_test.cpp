// Lifetimes, drag, and what lay idle at the peak.
#include "reports/analysis/last_use.hpp"

#include <gmock/gmock.h>

#include "reports/analysis/test_recording.hpp"

namespace tensorleak::analysis {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;
using trace::Flag;
using trace::FreeReason;

constexpr std::uint64_t kLarge = 100'000;

/// A tensor of no bytes, so that what was read before is no input of what is made next.
Recording& step(Recording& recording) {
  return recording.alloc(7777, {.stack = 2, .bytes = 0}).use(7777).free(7777);
}

/// A frame in which tensor 1 (site 1) is read, tensor 2 (site 2) makes the peak, and both go.
void read_then_peak(Recording& recording) {
  step(recording.alloc(1, {.stack = 1, .bytes = 300}).use(1));
  recording.alloc(2, {.stack = 2, .bytes = 700}).use(2);
  recording.free(1).free(2);
}

TEST(IdleAtPeak, IsWhatWasReadBeforeThePeakAndNotAfterIt) {
  Recording recording;
  recording.frames(3, [&](auto) { read_then_peak(recording); });
  const Findings findings = recording.end();
  const LastUse& last_use = findings.last_use.value();
  EXPECT_EQ(last_use.peak_bytes, 1000U);
  EXPECT_EQ(last_use.peak_frame, 1U);
  EXPECT_EQ(last_use.idle_bytes, 300U);
  EXPECT_EQ(last_use.undisposed_bytes, 0U);
  ASSERT_THAT(last_use.idle_sites, SizeIs(1));
  EXPECT_EQ(last_use.idle_sites[0].made.user_frame->function, "step1");
  EXPECT_EQ(last_use.idle_sites[0].made.op, "Add");
  EXPECT_EQ(last_use.idle_sites[0].idle_tensors, 1U);
  EXPECT_EQ(last_use.idle_sites[0].lifetimes.disposed, 3U);
}

TEST(IdleAtPeak, IsNoInputOfTheOperationThatMakesThePeak) {
  Recording recording;
  recording.frames(3, [&](auto) {
    recording.alloc(1, {.bytes = 300}).alloc(2, {.bytes = 300}).use(1).use(2);
    recording.alloc(3, {.stack = 2, .bytes = 10}).alloc(4, {.stack = 2, .bytes = 700});
    recording.use(4).free(1).free(2).free(3).free(4);
  });
  EXPECT_EQ(recording.end().last_use->idle_bytes, 0U);
}

TEST(IdleAtPeak, IsNothingThatIsReadAfterThePeak) {
  Recording recording;
  recording.frames(3, [&](auto) {
    step(recording.alloc(1, {.bytes = 300})).alloc(2, {.stack = 2, .bytes = 700});
    recording.use(1).use(2).free(1).free(2);
  });
  EXPECT_EQ(recording.end().last_use->idle_bytes, 0U);
}

TEST(IdleAtPeak, StartsAnewWithEachHigherPeak) {
  Recording recording;
  recording.mark();
  read_then_peak(recording);
  step(recording.alloc(3, {.stack = 3, .bytes = 40}).use(3));
  recording.alloc(4, {.stack = 2, .bytes = 2000}).use(4).free(3).free(4).mark().mark();
  const Findings findings = recording.end();
  EXPECT_EQ(findings.last_use->peak_bytes, 2040U);
  EXPECT_EQ(findings.last_use->idle_bytes, 40U);
  ASSERT_THAT(findings.last_use->idle_sites, SizeIs(1));
  EXPECT_EQ(findings.last_use->idle_sites[0].idle_tensors, 1U);
}

TEST(IdleAtPeak, ReachedAgainIsTheFirstOfThem) {
  Recording recording;
  recording.frames(2, [&](auto frame) {
    read_then_peak(recording);
    if (frame == 0) recording.alloc(5).use(5).free(5);
  });
  EXPECT_EQ(recording.end().last_use->peak_frame, 1U);
}

TEST(IdleAtPeak, CountsWhatNothingEverReadFromItsCreation) {
  Recording recording;
  recording.frames(3, [&](auto) {
    step(recording.alloc(1, {.stack = 1, .bytes = 300}));
    recording.alloc(2, {.stack = 2, .bytes = 700}).use(2).free(2).free(1);
  });
  const Findings findings = recording.end();
  EXPECT_EQ(findings.last_use->idle_bytes, 300U);
  EXPECT_EQ(findings.last_use->idle_sites[0].lifetimes.never_read, 3U);
}

TEST(IdleAtPeak, OfASharedBufferNeedsAllItsTensorsToBeIdle) {
  Recording recording;
  recording.frames(3, [&](auto) {
    recording.alloc(1, {.buffer = 7, .bytes = 300}).use(1);
    recording.alloc(2, {.buffer = 7, .bytes = 300});
    step(recording).alloc(3, {.stack = 2, .bytes = 700}).use(3);
    recording.free(1).use(2).free(2).free(3);
  });
  EXPECT_EQ(recording.end().last_use->idle_bytes, 0U);
}

TEST(IdleAtPeak, OfASharedBufferCountsOnceAtTheTensorThatHeldItLongest) {
  Recording recording;
  recording.frames(3, [&](auto) {
    recording.alloc(1, {.stack = 1, .buffer = 7, .bytes = 300}).use(1);
    recording.alloc(2, {.stack = 3, .buffer = 7, .bytes = 300});
    step(recording).alloc(3, {.stack = 2, .bytes = 700}).use(3);
    recording.free(1).free(2).free(3);
  });
  const Findings findings = recording.end();
  EXPECT_EQ(findings.last_use->idle_bytes, 300U);
  ASSERT_THAT(findings.last_use->idle_sites, SizeIs(1));
  EXPECT_EQ(findings.last_use->idle_sites[0].made.user_frame->function, "step3");
}

TEST(IdleAtPeak, OfABufferRemembersTheUseOfATensorThatIsGone) {
  Recording recording;
  recording.frames(3, [&](auto) {
    recording.alloc(1, {.buffer = 7, .bytes = 300}).alloc(2, {.buffer = 7, .bytes = 300});
    step(recording).alloc(3, {.stack = 2, .bytes = 700}).use(1).free(1).free(2).free(3);
  });
  EXPECT_EQ(recording.end().last_use->idle_bytes, 0U);
}

TEST(IdleAtPeak, CountsWhatIsStillAliveAndWasNotReadForFrames) {
  Recording recording;
  recording.alloc(9, {.stack = 3, .bytes = 50}).use(9);
  recording.frames(10, [&](auto) { read_then_peak(recording); });
  const Findings findings = recording.end();
  EXPECT_EQ(findings.last_use->idle_bytes, 350U);
  EXPECT_EQ(findings.last_use->undisposed_bytes, 50U);
  ASSERT_THAT(findings.last_use->idle_sites, SizeIs(2));
  EXPECT_EQ(findings.last_use->idle_sites[1].undisposed_tensors, 1U);
}

TEST(IdleAtPeak, OfASharedBufferThatIsStillAliveNeedsAllItsTensorsToBeIdle) {
  for (const std::uint64_t read : {8U, 9U}) {
    Recording recording;
    recording.alloc(8, {.buffer = 7, .bytes = 50}).alloc(9, {.buffer = 7, .bytes = 50});
    recording.frames(10, [&](auto frame) {
      read_then_peak(recording);
      if (frame == 5) recording.use(read);
    });
    EXPECT_EQ(recording.end().last_use->undisposed_bytes, 0U);
  }
}

TEST(IdleAtPeak, LeavesOutMemoryWithoutAShapeThatNothingEverReads) {
  for (const bool is_read : {false, true}) {
    Recording recording;
    recording.frames(3, [&](auto) {
      recording.say(trace::Alloc{.id = {1}, .bytes = 300, .op = "malloc"});
      if (is_read) recording.use(1);
      step(recording).alloc(2, {.stack = 2, .bytes = 700}).use(2).free(1).free(2);
    });
    EXPECT_EQ(recording.end().last_use->idle_bytes, is_read ? 300U : 0U);
  }
}

/// Weights that each frame reads first, and whose peak comes in the last frame alone.
Recording& read_by_each_frame(Recording& recording) {
  recording.alloc(9, {.stack = 3, .bytes = 50});
  return recording.frames(10, [&](auto frame) {
    recording.use(9);
    if (frame == 9) read_then_peak(recording);
  });
}

TEST(IdleAtPeak, LeavesOutWhatTheNextFrameMightHaveRead) {
  Recording recording;
  read_by_each_frame(recording);
  EXPECT_EQ(recording.end().last_use->idle_bytes, 300U);
}

TEST(IdleAtPeak, LeavesItOutThoughTheProgramDisposesItOnItsWayOut) {
  Recording recording;
  read_by_each_frame(recording).free(9);
  EXPECT_EQ(recording.end().last_use->idle_bytes, 300U);
}

TEST(IdleAtPeak, CountsWhatIsDisposedInTheNextFrame) {
  Recording recording;
  recording.frames(10, [&](auto frame) {
    if (frame == 5) recording.free(9);
    if (frame != 4) return;
    recording.alloc(9, {.stack = 3, .bytes = 50}).use(9);
    read_then_peak(recording);
  });
  EXPECT_EQ(recording.end().last_use->idle_bytes, 350U);
}

TEST(IdleAtPeak, ForgetsWhatWasDisposedBeforeAHigherPeakOfTheSameFrame) {
  Recording recording;
  recording.frames(10, [&](auto frame) {
    if (frame == 4) recording.alloc(9, {.stack = 3, .bytes = 50}).use(9);
    if (frame == 4) read_then_peak(recording);
    if (frame != 5) return;
    step(recording.free(9));
    recording.alloc(8, {.bytes = 5000}).use(8).free(8);
  });
  const Findings findings = recording.end();
  EXPECT_EQ(findings.last_use->peak_bytes, 5000U);
  EXPECT_EQ(findings.last_use->idle_bytes, 0U);
}

TEST(IdleAtPeak, LeavesOutWhatIsAliveInARunWithoutFrames) {
  Recording recording;
  recording.alloc(9, {.stack = 3, .bytes = 50}).use(9);
  read_then_peak(recording);
  EXPECT_EQ(recording.end().last_use->idle_bytes, 300U);
}

TEST(IdleAtPeak, LeavesOutVariablesAndPools) {
  for (const Flag flag : {Flag::kVariable, Flag::kPool}) {
    Recording recording;
    recording.alloc(9, {.stack = 3, .bytes = 50, .flags = {flag}}).use(9);
    recording.frames(10, [&](auto) { read_then_peak(recording); }).free(9);
    EXPECT_EQ(recording.end().last_use->idle_bytes, 300U);
  }
}

TEST(IdleAtPeak, LeavesOutTheBufferThatAnAssignReplaces) {
  Recording recording;
  recording.alloc(9, {.stack = 3, .bytes = 50}).use(9);
  recording.frames(10, [&](auto) {
    read_then_peak(recording);
    recording.free(9, FreeReason::kVariable).alloc(9, {.stack = 3, .bytes = 50});
  });
  const Findings findings = recording.end();
  EXPECT_EQ(findings.last_use->idle_bytes, 300U);
  EXPECT_EQ(findings.last_use->idle_sites[0].lifetimes.disposed, 10U);
}

TEST(IdleAtPeak, ForgetsWhatWasBeforeAGap) {
  Recording recording;
  recording.frames(3, [&](auto) { read_then_peak(recording); });
  recording.say(trace::Dropped{.count = 1});
  recording.frames(3, [&](auto) { recording.alloc(1, {.bytes = 20}).use(1).free(1); });
  const Findings findings = recording.end();
  EXPECT_EQ(findings.last_use->peak_bytes, 20U);
  EXPECT_EQ(findings.last_use->idle_bytes, 0U);
}

TEST(LastUse, IsNotKnownWithoutUses) {
  Recording recording;
  recording.alloc(9);
  recording.frames(3, [&](auto) { recording.alloc(1).alloc(2).free(1).free(2); });
  const Findings findings = recording.end();
  EXPECT_FALSE(findings.last_use.has_value());
  ASSERT_THAT(findings.sites, SizeIs(1));
  EXPECT_FALSE(findings.sites[0].lifetimes.has_value());
}

TEST(Lifetimes, SumUpLivesAndDragInFramesAndTime) {
  Recording recording;
  const auto make = [&](std::uint64_t id, trace::Nanoseconds at) {
    recording.say(trace::Alloc{.id = {id}, .bytes = 4, .stack = trace::StackId{1}, .time = at});
  };
  const auto free = [&](std::uint64_t id, trace::Nanoseconds at) {
    recording.say(trace::Free{.id = {id}, .why = FreeReason::kDispose, .time = at});
  };
  recording.mark();
  make(1, 100);
  make(2, 200);
  make(3, 200);
  recording.mark().say(trace::Use{.id = {1}, .time = 300}).mark().mark();
  free(1, 1000);
  free(2, 1000);
  const Findings findings = recording.mark().end();
  ASSERT_THAT(findings.sites, SizeIs(1));
  const Lifetimes expected{.disposed = 2,
                           .never_read = 1,
                           .lifetime_frames = 6,
                           .longest_lifetime_frames = 3,
                           .lifetime_time = 1700,
                           .longest_lifetime_time = 900,
                           .drag_frames = 5,
                           .longest_drag_frames = 3,
                           .drag_time = 1500,
                           .longest_drag_time = 800};
  EXPECT_EQ(findings.sites[0].lifetimes, expected);
}

TEST(Lifetimes, TakeAClockThatRunsBackwardsForNone) {
  Recording recording;
  recording.alloc(2).use(2);
  recording.say(trace::Alloc{.id = {1}, .bytes = 4, .time = INT64_MAX});
  recording.say(trace::Free{.id = {1}, .time = INT64_MIN});
  const Findings findings = recording.end();
  ASSERT_THAT(findings.sites, SizeIs(1));
  EXPECT_EQ(findings.sites[0].lifetimes->lifetime_time, 0);
}

TEST(LastReadFrame, IsThatOfTheSurvivorThatWasReadMostRecently) {
  Recording recording;
  recording.alloc(1).alloc(2).use(1);
  recording.frames(20, [&](auto frame) {
    if (frame == 11) recording.use(2);
  });
  const Findings findings = recording.end();
  ASSERT_THAT(findings.sites, SizeIs(1));
  EXPECT_EQ(findings.sites[0].evidence.last_read_frame, 12U);
  EXPECT_EQ(findings.sites[0].evidence.min_idle, 9U);
}

TEST(LastReadFrame, IsAbsentWhereNothingWasRead) {
  Recording recording;
  recording.alloc(1);
  const Findings findings = recording.frames(20, [](auto) {}).end();
  ASSERT_THAT(findings.sites, SizeIs(1));
  EXPECT_EQ(findings.sites[0].evidence.last_read_frame, std::nullopt);
}

TEST(Poolable, IsASiteThatMakesAndDisposesLargeTensorsInEveryFrame) {
  Recording recording;
  recording.frames(20, [&](auto) {
    for (const std::uint64_t id : {1U, 2U})
      recording.alloc(id, {.stack = 2, .bytes = kLarge}).use(id).free(id);
    recording.alloc(3, {.stack = 3, .bytes = 60'000}).use(3).free(3);
  });
  const Findings findings = recording.end();
  ASSERT_THAT(findings.last_use->poolable, SizeIs(1));
  const PoolCandidate& candidate = findings.last_use->poolable[0];
  EXPECT_EQ(candidate.made.user_frame->function, "step2");
  EXPECT_EQ(candidate.frames, 20U);
  EXPECT_EQ(candidate.tensors, 40U);
  EXPECT_EQ(candidate.bytes, 40 * kLarge);
}

TEST(Poolable, IsNoSiteThatRestsInMoreThanATenthOfTheFrames) {
  Recording recording;
  recording.frames(20, [&](auto frame) {
    if (frame % 6 != 0) recording.alloc(1, {.bytes = kLarge}).use(1).free(1);
  });
  EXPECT_THAT(recording.end().last_use->poolable, IsEmpty());
}

TEST(Poolable, IsNoAlias) {
  Recording recording;
  recording.alloc(9, {.stack = 3, .buffer = 7, .bytes = kLarge});
  recording.frames(
      20, [&](auto) { recording.alloc(1, {.buffer = 7, .bytes = kLarge}).use(1).free(1); });
  EXPECT_THAT(recording.end().last_use->poolable, IsEmpty());
}

TEST(Poolable, IsNoSiteThatLeaksNorOneOfAPool) {
  Recording recording;
  recording.frames(20, [&](auto frame) {
    recording.alloc(100 + frame, {.stack = 1, .bytes = kLarge}).use(100 + frame);
    recording.alloc(1, {.stack = 2, .bytes = kLarge, .flags = {Flag::kPool}}).use(1).free(1);
  });
  EXPECT_THAT(recording.end().last_use->poolable, IsEmpty());
}

TEST(Poolable, IsNotAdvisedOfFewFrames) {
  Recording recording;
  recording.frames(9, [&](auto) { recording.alloc(1, {.bytes = kLarge}).use(1).free(1); });
  EXPECT_THAT(recording.end().last_use->poolable, IsEmpty());
}

TEST(LastUse, NamesTheTenWorstSitesAndSumsUpAll) {
  Recording recording;
  recording.frames(3, [&](auto) {
    for (std::uint64_t id = 1; id <= 12; ++id)
      recording.alloc(id, {.bytes = 100 * id, .shape = {25 * id}}).use(id);
    step(recording).alloc(99, {.stack = 2, .bytes = 7000}).use(99);
    for (std::uint64_t id = 1; id <= 12; ++id)
      recording.free(id);
    recording.free(99);
  });
  const Findings findings = recording.end();
  ASSERT_THAT(findings.last_use->idle_sites, SizeIs(10));
  EXPECT_EQ(findings.last_use->idle_sites[0].idle_bytes, 1200U);
  EXPECT_EQ(findings.last_use->idle_sites[9].idle_bytes, 300U);
  EXPECT_EQ(findings.last_use->idle_bytes, 7800U);
}

}  // namespace
}  // namespace tensorleak::analysis
