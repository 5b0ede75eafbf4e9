#include "reports/analysis/rate.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tensorleak::analysis {
namespace {

TEST(Rate, IsInLowestTerms) {
  EXPECT_EQ(reduced(20, 60, true), (Rate{1, 3, true}));
  EXPECT_EQ(reduced(0, 60, true), (Rate{0, 1, true}));
  EXPECT_EQ(reduced(-4, 6, false), (Rate{-2, 3, false}));
}

TEST(Rate, SumsOverTheCommonDenominator) {
  EXPECT_EQ((Rate{1, 3, true} + Rate{2, 1, true}), (Rate{7, 3, true}));
  EXPECT_EQ((Rate{1, 6, true} + Rate{1, 3, true}), (Rate{1, 2, true}));
}

TEST(Rate, SumIsExactOnlyWhenBothAre) {
  EXPECT_FALSE((Rate{1, 3, true} + Rate{1, 3, false}).exact);
}

TEST(Rate, SumThatDoesNotFitIsRoundedAndSaysSo) {
  constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max() / 2;
  const Rate sum = Rate{1, kHuge, true} + Rate{1, kHuge - 2, true};
  EXPECT_FALSE(sum.exact);
  EXPECT_NEAR(sum.per_frame(), 0.0, 1e-6);
}

}  // namespace
}  // namespace tensorleak::analysis
