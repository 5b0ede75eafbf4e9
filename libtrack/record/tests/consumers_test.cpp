// Programs built in other ways than this project.

#include <gtest/gtest.h>

#include "libtrack/record/tests/run_program.hpp"

namespace tensorleak::record::testing {
namespace {

class RecordedConsumer : public ::testing::TestWithParam<const char*> {};

TEST_P(RecordedConsumer, IsRecordedWhole) {
  Workplace place;
  ASSERT_EQ(place.run({GetParam()}, {"TENSORLEAK_TRACE=trace"}), 0) << place.errors();
  const RecordedTrace trace = place.trace();
  EXPECT_TRUE(trace.is_whole()) << trace.error;
  EXPECT_EQ(trace.tensors.size(), 2u);  // made, and assigned to
  EXPECT_EQ(trace.alive(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Builds, RecordedConsumer,
                         ::testing::Values(RECORD_CONSUMER_C, RECORD_CONSUMER_CPP,
                                           RECORD_CONSUMER_BARE, RECORD_CONSUMER_LTO),
                         [](const auto& instance) {
                           const std::string path = instance.param;
                           return path.substr(path.rfind("consumer_") + 9);
                         });

class DisabledConsumer : public ::testing::TestWithParam<const char*> {};

TEST_P(DisabledConsumer, NeedsNoLibraryAndDoesNothing) {
  Workplace place;
  EXPECT_EQ(place.run({GetParam()}, {"TENSORLEAK_TRACE=trace"}), 0);
  EXPECT_TRUE(place.files("trace").empty());
}

INSTANTIATE_TEST_SUITE_P(Builds, DisabledConsumer,
                         ::testing::Values(RECORD_CONSUMER_NOOP_C, RECORD_CONSUMER_NOOP_CPP),
                         [](const auto& instance) {
                           const std::string path = instance.param;
                           return path.substr(path.rfind("consumer_") + 9);
                         });

}  // namespace
}  // namespace tensorleak::record::testing
