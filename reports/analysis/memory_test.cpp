// RSS and the runtime's counters beside tensors, and what tensors explain of them.
#include "reports/analysis/memory.hpp"

#include <gmock/gmock.h>

#include "reports/analysis/test_recording.hpp"

namespace tensorleak::analysis {
namespace {

constexpr std::uint64_t kMB = 1'000'000;

void say_rss(Recording& recording, std::uint64_t bytes) {
  recording.say(trace::Counter{.rss = bytes});
}

/// RSS of 50 MB and a rise by `rise` per frame; a tensor of `leak` bytes is forgotten in each.
Memory grown(std::uint64_t frames, std::uint64_t rise, std::uint64_t leak) {
  Recording recording;
  say_rss(recording, 50 * kMB);
  recording.frames(frames, [&](auto frame) {
    if (leak > 0) recording.alloc(frame + 1, {.bytes = leak});
    say_rss(recording, 50 * kMB + (frame + 1) * rise);
  });
  return recording.end().memory.value();
}

TEST(Memory, IsExplainedByTensorsThatGrowWithIt) {
  const Memory memory = grown(100, 500'000, 500'000);
  EXPECT_EQ(memory.explained_percent, 100U);
  EXPECT_EQ(memory.rss_growth, 50'000'000);
  EXPECT_EQ(memory.tensor_growth, 50'000'000);
  EXPECT_EQ(memory.frames, 100U);
  EXPECT_EQ(memory.outside_bytes_per_frame->amount, 0);
}

TEST(Memory, IsNotExplainedByTensorsThatAreFlat) {
  const Memory memory = grown(100, 120'000, 0);
  EXPECT_TRUE(memory.rss->grows);
  EXPECT_EQ(memory.rss->per_frame, (Rate{120'000, 1, true}));
  EXPECT_EQ(memory.explained_percent, 0U);
  EXPECT_EQ(memory.outside_bytes_per_frame, (Rate{120'000, 1, false}));
}

TEST(Memory, IsExplainedInPart) {
  const Memory memory = grown(100, 400'000, 100'000);
  EXPECT_EQ(memory.explained_percent, 25U);
  EXPECT_EQ(memory.explained_bytes, 10'000'000U);
  EXPECT_EQ(memory.outside_bytes_per_frame, (Rate{300'000, 1, false}));
}

TEST(Memory, IsExplainedByNoMoreThanItGrew) {
  const Memory memory = grown(100, 100'000, 400'000);
  EXPECT_EQ(memory.explained_percent, 100U);
  EXPECT_EQ(memory.explained_bytes, 10'000'000U);
}

TEST(Memory, ThatIsFlatNeedsNoExplanation) {
  const Memory memory = grown(100, 0, 100'000);
  EXPECT_FALSE(memory.rss->grows);
  EXPECT_EQ(memory.rss->first, 50 * kMB);
  EXPECT_EQ(memory.rss->last, 50 * kMB);
  EXPECT_EQ(memory.explained_percent, std::nullopt);
  EXPECT_EQ(memory.tensor_growth, 10'000'000);
}

TEST(Memory, SaysNothingOfFewFramesOrOfLittleGrowth) {
  EXPECT_EQ(grown(23, 500'000, 0).explained_percent, std::nullopt);
  EXPECT_FALSE(grown(23, 500'000, 0).rss->grows);
  EXPECT_EQ(grown(24, 500'000, 0).explained_percent, 0U);
  EXPECT_EQ(grown(100, 9'999, 0).explained_percent, std::nullopt);
  EXPECT_EQ(grown(100, 10'000, 0).explained_percent, 0U);
}

TEST(Memory, ThatLevelsOffWasWarmUp) {
  Recording recording;
  say_rss(recording, 50 * kMB);
  recording.frames(100, [&](auto frame) {
    say_rss(recording, (50 + std::min<std::uint64_t>(frame, 30)) * kMB);
  });
  const Memory memory = recording.end().memory.value();
  EXPECT_FALSE(memory.rss->grows);
  EXPECT_EQ(memory.rss->last, 80 * kMB);
  EXPECT_EQ(memory.explained_percent, std::nullopt);
}

TEST(Memory, LeavesWarmUpOutOfAGrowth) {
  Recording recording;
  say_rss(recording, 10 * kMB);
  recording.frames(100, [&](auto frame) {
    const std::uint64_t warm_up = std::min<std::uint64_t>(frame * frame, 225) * kMB;
    recording.alloc(frame + 1, {.bytes = 100'000});
    say_rss(recording, 10 * kMB + warm_up + (frame + 1) * 200'000);
  });
  const Memory memory = recording.end().memory.value();
  EXPECT_TRUE(memory.rss->grows);
  EXPECT_GE(memory.first_frame, 15U);
  EXPECT_EQ(memory.explained_percent, 50U);
}

TEST(Memory, OfANoisyProcessIsASlope) {
  Recording recording;
  say_rss(recording, 50 * kMB);
  recording.frames(240, [&](auto frame) {
    recording.alloc(frame + 1, {.bytes = 90'000});
    say_rss(recording, 50 * kMB + frame * 100'000 + frame * frame % 97 * 7'919);
  });
  const Memory memory = recording.end().memory.value();
  EXPECT_TRUE(memory.rss->grows);
  EXPECT_FALSE(memory.rss->per_frame.exact);
  EXPECT_NEAR(static_cast<double>(memory.explained_percent.value()), 90, 3);
}

TEST(Memory, OnTheGpuExplainsNoRss) {
  Recording recording;
  recording.say(trace::Counter{.rss = 50 * kMB, .gpu_bytes = 0});
  recording.frames(100, [&](auto frame) {
    recording.alloc(frame + 1, {.bytes = 100'000});
    const std::uint64_t grown = (frame + 1) * 100'000;
    recording.say(trace::Counter{.rss = 50 * kMB + grown, .gpu_bytes = grown});
  });
  const Memory memory = recording.end().memory.value();
  EXPECT_TRUE(memory.gpu_bytes->grows);
  EXPECT_EQ(memory.explained_percent, 0U);
}

TEST(Memory, IsComparedFromTheFirstMarkThatKnowsIt) {
  Recording recording;
  recording.frames(100, [&](auto frame) {
    recording.alloc(frame + 1, {.bytes = frame < 10 ? kMB : 100'000});
    if (frame >= 10) say_rss(recording, 50 * kMB + frame * 100'000);
  });
  const Memory memory = recording.end().memory.value();
  EXPECT_EQ(memory.rss->first, 51 * kMB);
  EXPECT_EQ(memory.first_frame, 11U);
  EXPECT_EQ(memory.frames, 89U);
  EXPECT_EQ(memory.tensor_growth, 8'900'000);
  EXPECT_EQ(memory.explained_percent, 100U);
}

TEST(Memory, HasTheRuntimesOwnCountersBesideIt) {
  Recording recording;
  recording.alloc(1);
  recording.say(trace::Counter{.tensors = 1, .bytes = 16});
  const Findings findings = recording.frames(30, [](auto) {}).end();
  ASSERT_TRUE(findings.memory);
  EXPECT_EQ(findings.memory->runtime_tensors, (Measured{.first = 1, .last = 1}));
  EXPECT_EQ(findings.memory->runtime_bytes, (Measured{.first = 16, .last = 16}));
  EXPECT_EQ(findings.memory->rss, std::nullopt);
}

TEST(Memory, IsAbsentWhereNothingWasCountedOrNoFrameSeen) {
  Recording counted;
  say_rss(counted, kMB);
  EXPECT_EQ(counted.alloc(1).end().memory, std::nullopt);
  Recording recording;
  EXPECT_EQ(recording.frames(30, [](auto) {}).end().memory, std::nullopt);
}

TEST(Memory, AloneMakesNoLeak) {
  Recording recording;
  recording.alloc(1);
  say_rss(recording, 50 * kMB);
  recording.frames(100, [&](auto frame) { say_rss(recording, 51 * kMB + frame * kMB); });
  const Findings findings = recording.end();
  EXPECT_EQ(findings.verdict.outcome, Outcome::kClean);
  EXPECT_EQ(findings.memory->explained_percent, 0U);
}

TEST(Memory, OfALongRunIsKeptAtEveryFewMarks) {
  const Memory memory = grown(10'000, 1'000, 500);
  EXPECT_EQ(memory.explained_percent, 50U);
  EXPECT_EQ(memory.outside_bytes_per_frame->per_frame(), 500);
}

TEST(Memory, OfThePartBehindAGapStartsAnew) {
  Recording recording;
  say_rss(recording, 50 * kMB);
  recording.mark().mark().say(trace::Dropped{.count = 1}).mark().mark();
  EXPECT_EQ(recording.end().memory, std::nullopt);
}

}  // namespace
}  // namespace tensorleak::analysis
