// What single events mean: assigns, aliases, anomalies, counters.
#include "reports/analysis/replay.hpp"

#include <gmock/gmock.h>

#include "reports/analysis/test_recording.hpp"

namespace tensorleak::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using trace::Flag;
using trace::FreeReason;

TEST(Replay, AnAssignKeepsTheTensorAndItsFirstStack) {
  Recording recording;
  recording.alloc(1, {.stack = 1, .flags = {Flag::kVariable}});
  recording.frames(10, [&](auto) {
    recording.free(1, FreeReason::kVariable).alloc(1, {.stack = 2, .flags = {Flag::kVariable}});
  });
  const Findings findings = recording.end();
  EXPECT_EQ(findings.totals.created, 1U);
  EXPECT_EQ(findings.totals.disposed, 0U);
  ASSERT_THAT(findings.sites, SizeIs(1));
  EXPECT_EQ(findings.sites[0].label, Label::kRetained);
  EXPECT_EQ(findings.sites[0].user_frame->function, "step1");
}

TEST(Replay, ADisposedVariableWhoseIdComesBackLaterIsANewTensor) {
  Recording recording;
  recording.alloc(1, {.stack = 1}).free(1, FreeReason::kVariable);
  recording.alloc(2, {.stack = 3}).alloc(1, {.stack = 2});
  const Findings findings = recording.end();
  EXPECT_EQ(findings.totals.created, 3U);
  EXPECT_EQ(findings.totals.disposed, 1U);
}

TEST(Replay, AnAssignIsRecognisedAmongTheEventsOfOtherThreads) {
  Recording recording;
  recording.alloc(1, {.stack = 1, .thread = 1});
  recording.free(1, FreeReason::kVariable, 1).alloc(7, {.thread = 2}).alloc(1, {.thread = 1});
  EXPECT_EQ(recording.end().totals.created, 2U);
}

TEST(Replay, AnAliasOutlivesItsBuffersFirstTensorAndTakesItsBytes) {
  Recording recording;
  recording.frames(10, [&](auto frame) {
    recording.alloc(frame, {.stack = 1, .buffer = frame});
    recording.alloc(100 + frame, {.stack = 2, .buffer = frame});
    recording.free(frame);
  });
  const Findings findings = recording.end();
  ASSERT_THAT(findings.sites, SizeIs(1));
  EXPECT_EQ(findings.sites[0].user_frame->function, "step2");
  EXPECT_EQ(findings.sites[0].bytes_per_frame, (Rate{16, 1, true}));
}

TEST(Replay, CountersAreCheckedByTheBytesRule) {
  const auto with_rule = [](trace::BytesRule rule) {
    Recording recording;
    recording.say(trace::Header{.bytes_rule = rule});
    recording.alloc(1, {.buffer = 5}).alloc(2, {.buffer = 5});
    recording.say(trace::Counter{.tensors = 2, .buffers = 1, .bytes = 16});
    recording.say(trace::Counter{.tensors = 2, .buffers = 1, .bytes = 32});
    return recording.end().counters;
  };
  EXPECT_THAT(with_rule(trace::BytesRule::kPerBuffer).differences,
              ElementsAre("line 9: the program says 32 bytes, the replay has 16"));
  EXPECT_THAT(with_rule(trace::BytesRule::kPerTensor).differences,
              ElementsAre("line 8: the program says 16 bytes, the replay has 32"));
}

std::vector<std::string> anomaly_kinds(const Findings& findings) {
  std::vector<std::string> kinds;
  for (const Anomaly& anomaly : findings.anomalies)
    kinds.push_back(anomaly.kind);
  return kinds;
}

TEST(Replay, ASecondFreeIsToldFromOneThatWasNeverSeen) {
  const Findings findings = Recording().alloc(1).free(1).free(1).free(9).free(9).end();
  EXPECT_THAT(anomaly_kinds(findings),
              ElementsAre("second free of a tensor", "free of a tensor that was never seen"));
  EXPECT_EQ(findings.anomalies[0].first_place, 7U);
  EXPECT_EQ(findings.anomalies[1].count, 2U);
}

TEST(Replay, AUseAfterDisposeIsNoted) {
  EXPECT_THAT(
      anomaly_kinds(Recording().alloc(1).free(1).use(1).use(2).end()),
      ElementsAre("use of a tensor after its dispose", "use of a tensor that was never seen"));
}

TEST(Replay, AnIdThatIsAllocatedTwiceIsNotedAndCountedOnce) {
  const Findings findings = Recording().alloc(1).alloc(1).end();
  EXPECT_THAT(findings.anomalies, SizeIs(1));
  EXPECT_EQ(findings.totals.end_tensors, 1U);
  EXPECT_EQ(findings.totals.end_bytes, 16U);
}

TEST(Replay, AFrameNumberThatGoesBackIsNotedAndStillAMark) {
  Recording recording;
  for (const std::uint64_t number : {0u, 1u, 2u, 1u, 2u}) {
    recording.say(trace::FrameMark{.number = number});
  }
  const Findings findings = recording.alloc(1).end();
  EXPECT_THAT(anomaly_kinds(findings), ElementsAre("frame number that goes back"));
  EXPECT_EQ(findings.lanes.at(0).frames, 4U);
}

TEST(Replay, NumbersOfDifferentLanesAreIndependent) {
  Recording recording;
  recording.say(trace::FrameMark{.number = 7, .lane = "a"});
  recording.say(trace::FrameMark{.number = 0, .lane = "b"});
  EXPECT_THAT(recording.end().anomalies, IsEmpty());
}

TEST(Replay, AnUndefinedStackIsNotedAndTheTensorStillCounts) {
  Recording recording;
  recording.frames(5, [&](auto frame) { recording.alloc(frame, {.stack = 99}); });
  const Findings findings = recording.end();
  EXPECT_THAT(anomaly_kinds(findings), ElementsAre("alloc with a stack that is not defined"));
  ASSERT_THAT(findings.sites, SizeIs(1));
  EXPECT_EQ(findings.sites[0].label, Label::kLeakGrowing);
  EXPECT_FALSE(findings.sites[0].user_frame);
}

TEST(Replay, TooManyLanesAreNotedAndMemoryStaysBounded) {
  Recording recording;
  for (int lane = 0; lane < 1000; ++lane)
    recording.mark("request " + std::to_string(lane));
  const Findings findings = recording.end();
  EXPECT_THAT(findings.lanes, SizeIs(64));
  EXPECT_EQ(findings.anomalies.at(0).count, 936U);
}

TEST(Replay, PeaksAreOfTheWholeRun) {
  Recording recording;
  recording.alloc(1).alloc(2).free(1).free(2).alloc(3);
  const Findings findings = recording.end();
  EXPECT_EQ(findings.totals.peak_tensors, 2U);
  EXPECT_EQ(findings.totals.peak_bytes, 32U);
}

TEST(Replay, RssIsOfTheFirstAndLastCounterThatHadOne) {
  Recording recording;
  recording.say(trace::Counter{.rss = 100}).say(trace::Counter{}).say(trace::Counter{.rss = 300});
  const Findings findings = recording.end();
  EXPECT_EQ(findings.totals.rss_first, 100U);
  EXPECT_EQ(findings.totals.rss_last, 300U);
}

}  // namespace
}  // namespace tensorleak::analysis
