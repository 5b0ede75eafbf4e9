#include "reports/analysis/frames/per_second.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tensorleak::analysis {
namespace {

Findings sliced(std::int64_t slice, const Rate& rate) {
  Findings findings;
  findings.frames = {.source = FrameSource::kTime, .slice = slice};
  findings.sites.resize(1);
  findings.sites[0].tensors_per_frame = rate;
  findings.resources.resize(1);
  findings.resources[0].per_frame = rate;
  findings.memory = Memory{.rss = Measured{.per_frame = rate}};
  tell_per_second(findings);
  return findings;
}

TEST(PerSecond, ScalesEveryRateByTheLengthOfASlice) {
  const Findings findings = sliced(20'000'000, {.amount = 1, .frames = 4});
  const Rate expected{.amount = 25, .frames = 2, .exact = false, .per_second = true};
  EXPECT_EQ(findings.sites[0].tensors_per_frame, expected);
  EXPECT_EQ(findings.resources[0].per_frame, expected);
  EXPECT_EQ(findings.memory->rss->per_frame, expected);
}

TEST(PerSecond, ASliceOfMinutesGivesOneInSoManySeconds) {
  const Findings findings = sliced(200'000'000'000, {.amount = 3});
  EXPECT_EQ(findings.sites[0].tensors_per_frame,
            (Rate{.amount = 3, .frames = 200, .exact = false, .per_second = true}));
}

TEST(PerSecond, WhatDoesNotFitIsRounded) {
  const Findings findings =
      sliced(500'000'000, {.amount = std::numeric_limits<std::int64_t>::max() / 4096});
  const Rate& told = findings.sites[0].tensors_per_frame;
  EXPECT_NEAR(told.per_frame(), 2 * 0x1p63 / 4096, 1e4);
  EXPECT_TRUE(told.per_second);
}

TEST(PerSecond, ASumOfRatesPerSecondIsPerSecond) {
  const Rate rate{.amount = 1, .per_second = true};
  EXPECT_TRUE((Rate{} + rate).per_second);
  EXPECT_FALSE((Rate{} + Rate{.amount = 1}).per_second);
}

}  // namespace
}  // namespace tensorleak::analysis
