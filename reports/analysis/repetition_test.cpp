#include "reports/analysis/repetition.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tensorleak::analysis {
namespace {

using Values = std::vector<std::int64_t>;

TEST(Repetition, NeedsThreePeriods) {
  EXPECT_EQ(longest_repetition(Values{0, 1, 2}).period, 0U);
  EXPECT_EQ(longest_repetition(Values{0, 1, 2, 3}).period, 1U);
  EXPECT_EQ(longest_repetition(Values{0, 1, 1, 2, 2, 3}).period, 0U);
  EXPECT_EQ(longest_repetition(Values{0, 1, 1, 2, 2, 3, 3}).period, 2U);
}

TEST(Repetition, LeavesOutWhatCameBefore) {
  const Repetition repetition = longest_repetition(Values{9, 4, 5, 6, 7, 8});
  EXPECT_EQ(repetition.period, 1U);
  EXPECT_EQ(repetition.length, 4U);
}

TEST(Repetition, OfSeveralTheLongestCounts) {
  // The last three frames repeat with period 1, the last nine with period 3.
  const Repetition repetition = longest_repetition(Values{0, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8});
  EXPECT_EQ(repetition.period, 3U);
  EXPECT_EQ(repetition.length, 9U);
}

TEST(Repetition, OneValueHasNone) {
  EXPECT_EQ(longest_repetition(Values{3}).period, 0U);
}

TEST(Repetition, ASuffixIsAtLeastOnePeriodLong) {
  EXPECT_EQ(repeating_suffix(Values{0, 1, 3, 4, 6}, 2), 4U);
  EXPECT_EQ(repeating_suffix(Values{0, 1, 3, 4, 9}, 2), 2U);
}

}  // namespace
}  // namespace tensorleak::analysis
