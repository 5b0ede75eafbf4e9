// Recordings in which events are missing: nothing may look like a leak because of the gap.
#include <gmock/gmock.h>

#include "reports/analysis/test_recording.hpp"

namespace tensorleak::analysis {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;

TEST(Gaps, TensorsAliveAcrossAGapAreNoEvidence) {
  Recording recording;
  recording.alloc(1000).alloc(1001).say(trace::Dropped{.count = 2});
  recording.frames(10, [&](auto frame) { recording.alloc(frame).free(frame); });
  const Findings findings = recording.end();
  EXPECT_EQ(findings.verdict.outcome, Outcome::kNoVerdict);
  EXPECT_THAT(findings.sites, IsEmpty());
}

TEST(Gaps, FreesLostInAGapDoNotLookLikeGrowth) {
  Recording recording;
  recording.frames(4, [&](auto frame) { recording.alloc(frame).free(frame); });
  recording.alloc(50).mark().alloc(51).mark().say(trace::Dropped{.count = 2}).alloc(52).mark();
  EXPECT_EQ(recording.end().verdict.outcome, Outcome::kNoVerdict);
}

TEST(Gaps, ALeakAfterAGapIsFound) {
  Recording recording;
  recording.frames(3, [&](auto frame) { recording.alloc(frame).free(frame); });
  recording.say(trace::Dropped{.count = 9});
  recording.frames(10, [&](auto frame) { recording.alloc(frame); });
  const Findings findings = recording.end();
  EXPECT_EQ(findings.verdict.outcome, Outcome::kLeak);
  EXPECT_EQ(findings.verdict.tensors_per_frame, (Rate{1, 1, true}));
  EXPECT_THAT(findings.verdict.doubts, Contains(Doubt::kDropped));
}

TEST(Gaps, ALeakBeforeAGapStands) {
  Recording recording;
  recording.frames(10, [&](auto frame) { recording.alloc(frame); });
  recording.say(trace::Dropped{.count = 9});
  const Findings findings = recording.end();
  EXPECT_EQ(findings.verdict.outcome, Outcome::kLeak);
  EXPECT_EQ(findings.sites.at(0).leaked, 10U);
}

TEST(Gaps, FreesOfWhatWasMadeBeforeAreNoAnomalies) {
  Recording recording;
  recording.alloc(1).say(trace::Dropped{.count = 1}).use(1).free(1);
  EXPECT_THAT(recording.end().anomalies, IsEmpty());
}

TEST(Gaps, CountersAreNotCheckedAgainstWhatIsMissing) {
  Recording recording;
  recording.alloc(1).say(trace::Dropped{.count = 1}).say(trace::Counter{.tensors = 1});
  EXPECT_EQ(recording.end().counters.checked, 0U);
}

TEST(Gaps, ARecordingThatStartedLateDoesNotComplainOfWhatItMissed) {
  Recording recording;
  recording.say(trace::Header{.started_late = true}).free(77).say(trace::Counter{.tensors = 5});
  const Findings findings = recording.end();
  EXPECT_THAT(findings.anomalies, IsEmpty());
  EXPECT_EQ(findings.counters.checked, 0U);
}

}  // namespace
}  // namespace tensorleak::analysis
