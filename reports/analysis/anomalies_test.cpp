#include "reports/analysis/anomalies.hpp"

#include <gtest/gtest.h>

namespace tensorleak::analysis {
namespace {

TEST(Anomalies, CountByKindAndKeepTheFirstPlace) {
  Anomalies anomalies;
  anomalies.note("second free", 7);
  anomalies.note("second free", 9);
  ASSERT_EQ(anomalies.all().size(), 1U);
  EXPECT_EQ(anomalies.all()[0].count, 2U);
  EXPECT_EQ(anomalies.all()[0].first_place, 7U);
}

TEST(RecentlyFreed, ForgetsButInventsNothing) {
  RecentlyFreed freed;
  for (std::uint64_t id = 0; id < 1'000'000; id += 2)
    freed.add({id});
  for (std::uint64_t id = 1; id < 1'000'000; id += 2)
    ASSERT_FALSE(freed.contains({id}));
  EXPECT_TRUE(freed.contains({999'998}));
}

TEST(RecentlyFreed, AnIdThatIsAliveAgainIsNotFreed) {
  RecentlyFreed freed;
  freed.add({5});
  freed.remove({5});
  EXPECT_FALSE(freed.contains({5}));
}

}  // namespace
}  // namespace tensorleak::analysis
