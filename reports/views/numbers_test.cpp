#include "reports/views/numbers.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tensorleak::views {
namespace {

using analysis::Rate;

TEST(Numbers, ThousandsAreSeparated) {
  EXPECT_EQ(in_bytes(0), "0 B");
  EXPECT_EQ(in_bytes(999), "999 B");
  EXPECT_EQ(in_bytes(1000), "1,000 B");
  EXPECT_EQ(in_bytes(602112), "602,112 B");
  EXPECT_EQ(in_bytes(18063600), "18,063,600 B");
  EXPECT_EQ(grouped(std::numeric_limits<std::uint64_t>::max()), "18,446,744,073,709,551,615");
  EXPECT_EQ(grouped(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

TEST(Numbers, SizesUseTheirLargestBinaryUnit) {
  EXPECT_EQ(human_size(0), "0 B");
  EXPECT_EQ(human_size(1023), "1023 B");
  EXPECT_EQ(human_size(std::uint64_t{4} << 30), "4 GiB");
  EXPECT_EQ(human_size(1536 * 1024), "1.5 MiB");
  EXPECT_EQ(human_size(std::numeric_limits<std::uint64_t>::max()), "16 EiB");
}

TEST(Numbers, SizesOfWholeMegabytesStayThat) {
  EXPECT_EQ(human_size(512'000'000), "512 MB");
  EXPECT_EQ(human_size(4'000'000'000), "4 GB");
  EXPECT_EQ(human_size(std::uint64_t{1'000'000} << 20), "976.6 GiB");
}

TEST(Numbers, ASizeJustBelowAUnitIsNot1024OfTheOneBelow) {
  EXPECT_EQ(human_size((std::uint64_t{1} << 30) - 1), "1 GiB");
}

TEST(Numbers, OnlyOneIsSingular) {
  EXPECT_EQ(counted(1, "tensor"), "1 tensor");
  EXPECT_EQ(counted(0, "tensor"), "0 tensors");
  EXPECT_EQ(counted(7133, "frame"), "7,133 frames");
}

TEST(Growth, PerFrame) {
  EXPECT_EQ(growth(Rate{1, 1}, Rate{602112, 1}, Sign::kShown), "+1 tensor, 602,112 B per frame");
  EXPECT_EQ(growth(Rate{2, 1}, Rate{602120, 1}, Sign::kImplied), "2 tensors, 602,120 B per frame");
}

TEST(Growth, EverySoManyFrames) {
  EXPECT_EQ(growth(Rate{1, 3}, Rate{20, 3}, Sign::kShown), "+1 tensor, 20 B every 3 frames");
}

TEST(Growth, TensorsAndBytesAreToldOverTheSameFrames) {
  EXPECT_EQ(growth(Rate{1, 3}, Rate{5, 1}, Sign::kShown), "+1 tensor, 15 B every 3 frames");
  EXPECT_EQ(growth(Rate{1, 4}, Rate{1, 6}, Sign::kShown), "+3 tensors, 2 B every 12 frames");
}

TEST(Growth, AliasesHoldNoBytes) {
  EXPECT_EQ(growth(Rate{1, 1}, Rate{}, Sign::kShown), "+1 tensor, 0 B per frame");
}

TEST(Growth, ASlopeSaysAbout) {
  EXPECT_EQ(growth(Rate{1, 1, false}, Rate{20, 1, false}, Sign::kShown),
            "about +1 tensor, 20 B per frame");
  EXPECT_EQ(growth(Rate{1, 3, false}, Rate{20, 3, false}, Sign::kImplied),
            "about 1 tensor, 20 B every 3 frames");
}

TEST(Growth, ASlopeWithoutASmallPeriodIsADecimal) {
  EXPECT_EQ(growth(Rate{197, 100, false}, Rate{78801, 100, false}, Sign::kShown),
            "about +1.97 tensors, 788 B per frame");
}

TEST(Growth, ASlowSlopeIsOneInSoManyFrames) {
  EXPECT_EQ(growth(Rate{37, 500, false}, Rate{1480, 500, false}, Sign::kShown),
            "about +1 tensor, 41 B every 14 frames");
}

TEST(Growth, PeriodsThatDoNotFitAreRoundedNotWrong) {
  const std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(growth(Rate{huge, 2}, Rate{huge, huge - 1}, Sign::kImplied),
            "about 4.61e+18 tensors, 1 B per frame");
}

TEST(Growth, ShrinkingHasItsOwnSign) {
  EXPECT_EQ(growth(Rate{-1, 1}, Rate{-8, 1}, Sign::kShown), "-1 tensor, -8 B per frame");
}

TEST(Growth, OfAResource) {
  EXPECT_EQ(growth(Rate{3, 1}, Sign::kShown), "+3 per frame");
  EXPECT_EQ(growth(Rate{1, 2}, Sign::kImplied), "1 every 2 frames");
  EXPECT_EQ(growth(Rate{299, 100, false}, Sign::kShown), "about +2.99 per frame");
}

TEST(Pace, IsAnAmountAndAPeriod) {
  const auto told = [](const analysis::Rate& rate, Unit unit) {
    const Pace in_parts = pace(rate, unit);
    return in_parts.amount + "|" + in_parts.period;
  };
  EXPECT_EQ(told({2, 1, true}, Unit::kCount), "+2|per frame");
  EXPECT_EQ(told({1, 3, true}, Unit::kCount), "+1|every 3 frames");
  EXPECT_EQ(told({602'120, 1, true}, Unit::kBytes), "+588 KiB|per frame");
  EXPECT_EQ(told({-2'048, 1, true}, Unit::kBytes), "−2 KiB|per frame");
  EXPECT_EQ(told({13, 20, false}, Unit::kCount), "≈ +0.65|per frame");
  EXPECT_EQ(told({}, Unit::kCount), "0|per frame");
}

TEST(Duration, IsToldInItsLargestUnit) {
  EXPECT_EQ(duration(0), "0 seconds");
  EXPECT_EQ(duration(20'000'000), "20 ms");
  EXPECT_EQ(duration(1'000'000'000), "1 second");
  EXPECT_EQ(duration(5'400'000'000'000), "1.5 hours");
  EXPECT_EQ(duration(86'400'000'000'000 * 12), "12 days");
}

}  // namespace
}  // namespace tensorleak::views
