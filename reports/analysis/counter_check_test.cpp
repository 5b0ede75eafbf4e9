#include "reports/analysis/counter_check.hpp"

#include <gmock/gmock.h>

namespace tensorleak::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(CounterCheck, AgreesWhenAllThatIsCarriedIsEqual) {
  CounterCheck check;
  compare({.tensors = 3, .bytes = 24}, {.tensors = 3, .buffers = 9, .bytes = 24}, 1, check);
  EXPECT_EQ(check.checked, 1U);
  EXPECT_EQ(check.agreed, 1U);
}

TEST(CounterCheck, NamesThePlaceAndBothNumbers) {
  CounterCheck check;
  compare({.tensors = 3, .bytes = 20}, {.tensors = 4, .buffers = 0, .bytes = 24}, 12, check);
  EXPECT_EQ(check.agreed, 0U);
  EXPECT_THAT(check.differences,
              ElementsAre("line 12: the program counts 3 tensors, the replay has 4, says 20 bytes, "
                          "the replay has 24"));
}

TEST(CounterCheck, ACounterWithoutCountsIsNotChecked) {
  CounterCheck check;
  compare({.rss = 1 << 20}, {}, 1, check);
  EXPECT_EQ(check.checked, 0U);
}

TEST(CounterCheck, KeepsTheFirstFewDifferences) {
  CounterCheck check;
  for (std::uint64_t place = 1; place <= 100; ++place)
    compare({.tensors = 1}, {}, place, check);
  EXPECT_EQ(check.checked, 100U);
  EXPECT_THAT(check.differences, SizeIs(5));
}

}  // namespace
}  // namespace tensorleak::analysis
