#include "reports/analysis/series.hpp"

#include <gmock/gmock.h>

namespace tensorleak::analysis {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::SizeIs;

std::vector<std::int64_t> dense_tensors(Series& series, const MarkClock& clock) {
  DenseSeries dense = empty_series(clock);
  accumulate(dense, series.samples(clock), clock);
  return dense.tensors;
}

TEST(Series, FillsMarksWithoutAChange) {
  MarkClock clock;
  Series series;
  clock.tick();
  clock.tick();
  series.record(clock, 1, 10);
  clock.tick();
  clock.tick();
  series.record(clock, 3, 30);
  clock.tick();
  EXPECT_THAT(dense_tensors(series, clock), ElementsAre(0, 1, 1, 3, 3));
}

TEST(Series, SumsSeveralSites) {
  MarkClock clock;
  Series first;
  Series second;
  clock.tick();
  first.record(clock, 1, 8);
  clock.tick();
  second.record(clock, 2, 16);
  DenseSeries sum = empty_series(clock);
  accumulate(sum, first.samples(clock), clock);
  accumulate(sum, second.samples(clock), clock);
  EXPECT_THAT(sum.tensors, ElementsAre(1, 3));
  EXPECT_THAT(sum.bytes, ElementsAre(8, 24));
}

TEST(Series, KeepsBoundedSamplesAndExactValuesAtFullStrides) {
  MarkClock clock;
  Series series;
  constexpr std::uint64_t kMarks = 100'000;
  for (std::uint64_t mark = 0; mark < kMarks; ++mark) {
    clock.tick();
    series.record(clock, mark, mark * 8);
  }
  EXPECT_LE(series.samples(clock).size(), kMaxSamples + 1);
  const auto tensors = dense_tensors(series, clock);
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    ASSERT_EQ(tensors[i], static_cast<std::int64_t>(i * clock.stride()));
  }
}

TEST(Series, KeepsAConstantThroughCoarsening) {
  MarkClock clock;
  Series series;
  clock.tick();
  series.record(clock, 5, 40);
  for (int i = 0; i < 10'000; ++i)
    clock.tick();
  EXPECT_THAT(series.samples(clock), SizeIs(1));
  EXPECT_THAT(dense_tensors(series, clock), Each(5));
}

TEST(Series, AnUnfinishedStrideIsLeftOut) {
  MarkClock clock;
  Series series;
  for (std::uint64_t mark = 0; mark < kMaxSamples + 2; ++mark) {
    clock.tick();
    series.record(clock, mark, 0);
  }
  ASSERT_EQ(clock.stride(), 2U);
  EXPECT_EQ(dense_tensors(series, clock).back(), static_cast<std::int64_t>(kMaxSamples));
}

TEST(Series, WithoutMarksIsEmpty) {
  EXPECT_THAT(empty_series(MarkClock{}).tensors, SizeIs(0));
}

}  // namespace
}  // namespace tensorleak::analysis
