#include "reports/analysis/judged_group.hpp"

#include <gmock/gmock.h>

#include <random>

#include "reports/analysis/test_recording.hpp"

namespace tensorleak::analysis {
namespace {

using ::testing::SizeIs;

const Made kEntry{.shape = {4}};
const Made kResult{.bytes = 32, .shape = {8}};
constexpr std::uint64_t kFirstResult = 1'000;

/// One line, whose tensors have two shapes, so that they are two sites of a group.
class JudgedGroup : public ::testing::Test {
 protected:
  /// Twenty entries, which are read in all of 60 frames; `turn` comes in each of them.
  Site beside_entries(const std::function<void(std::uint64_t)>& turn) {
    recording_.frames(60, [&](auto frame) {
      for (std::uint64_t entry = 0; entry < 20; ++entry) {
        if (frame == 0) recording_.alloc(entry, kEntry);
        recording_.use(entry);
      }
      turn(frame);
    });
    return only_site();
  }

  Site only_site() {
    const Findings findings = recording_.end();
    EXPECT_THAT(findings.sites, SizeIs(1));
    return findings.sites.at(0);
  }

  Recording recording_;
};

TEST_F(JudgedGroup, WhatGrowsUnreadIsNotExcusedByReadsBesideIt) {
  const Site site = beside_entries([&](auto frame) {
    recording_.alloc(kFirstResult + frame, kResult);
    recording_.use(kFirstResult + frame);
  });
  EXPECT_EQ(site.label, Label::kLeakGrowing);
  EXPECT_EQ(site.tensors_per_frame, (Rate{1, 1, true}));
  EXPECT_EQ(site.bytes_per_frame, (Rate{32, 1, true}));
  EXPECT_EQ(site.alive, 80U);
  EXPECT_EQ(site.leaked, 60U);
  EXPECT_EQ(site.leaked_bytes, 60U * 32);
}

TEST_F(JudgedGroup, WhatGrowsAndIsReadIsStillFilling) {
  const Site site = beside_entries([&](auto frame) {
    recording_.alloc(kFirstResult + frame, kResult);
    for (std::uint64_t entry = 0; entry <= frame; ++entry)
      recording_.use(kFirstResult + entry);
  });
  EXPECT_EQ(site.label, Label::kUnknown);
  EXPECT_EQ(site.tensors_per_frame, (Rate{1, 1, true}));
}

TEST_F(JudgedGroup, WhatGrowsUnreadBesideAFillingCacheIsOnlyAPart) {
  const Site site = beside_entries([&](auto frame) {
    recording_.alloc(kFirstResult + frame, kResult);
    recording_.alloc(20 + frame, kEntry);
    for (std::uint64_t entry = 20; entry <= 20 + frame; ++entry)
      recording_.use(entry);
  });
  EXPECT_EQ(site.label, Label::kUnknown);
}

TEST_F(JudgedGroup, APartThatGrowsBesideNoiseIsJudgedByItsOwnReads) {
  std::mt19937 random(3);
  std::uint64_t noise = 0;
  const Site site = beside_entries([&](auto frame) {
    recording_.alloc(kFirstResult + frame, kResult);
    for (; noise > 0; --noise)
      recording_.free(20 + noise);
    noise = random() % 9;
    for (std::uint64_t id = 1; id <= noise; ++id)
      recording_.alloc(20 + id, kEntry);
  });
  EXPECT_EQ(site.label, Label::kLeakGrowing);
  EXPECT_EQ(site.tensors_per_frame, (Rate{1, 1, true}));
  EXPECT_EQ(site.leaked, 60U);
}

/// Bytes that rise by one in ten frames, beside what chance adds.
std::uint64_t rising_size(std::uint64_t frame, std::mt19937& random) {
  return 100 + frame / 10 + random() % 20;
}

TEST_F(JudgedGroup, AMemberThatEachFrameReplacesGrowsInSizeByATrend) {
  std::mt19937 random(5);
  recording_.frames(400, [&](auto frame) {
    if (frame > 0) recording_.free(frame);
    recording_.alloc(frame + 1, {.bytes = rising_size(frame, random)});
  });
  const Site site = only_site();
  EXPECT_EQ(site.label, Label::kLeakGrowing);
  EXPECT_EQ(site.alive, 1U);
}

/// The last 40 of 400 results, whose sizes are given.
Site ring_of(const std::function<std::uint64_t(std::uint64_t)>& size) {
  Recording recording;
  recording.frames(400, [&](auto frame) {
    if (frame >= 40) recording.free(frame - 40);
    recording.alloc(frame, {.bytes = size(frame)});
  });
  return recording.end().sites.at(0);
}

TEST_F(JudgedGroup, WhatMembersThatLiveLongDoInSizeByChanceIsNoLeak) {
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    std::mt19937 random(seed);
    const Site site = ring_of([&](auto) { return 4 * (1 + random() % 8); });
    EXPECT_FALSE(is_leak(site.label)) << "seed " << seed;
  }
}

TEST_F(JudgedGroup, MembersThatLiveLongGrowInSizeWhereNearlyEachPartIsLarger) {
  std::mt19937 random(5);
  const Site site = ring_of([&](auto frame) { return rising_size(frame, random); });
  EXPECT_EQ(site.label, Label::kLeakGrowing);
  EXPECT_EQ(site.alive, 40U);
}

TEST_F(JudgedGroup, ALostMemberOfAnotherPartIsOneOfTheGroup) {
  recording_.alloc(500, kEntry).say(trace::Lost{.id = {500}});
  const Site site = beside_entries([&](auto frame) {
    recording_.alloc(kFirstResult + frame, kResult);
    for (std::uint64_t entry = 0; entry <= frame; ++entry)
      recording_.use(kFirstResult + entry);
  });
  EXPECT_EQ(site.label, Label::kLeakLost);
  EXPECT_EQ(site.leaked, 1U);
}

}  // namespace
}  // namespace tensorleak::analysis
