// The workload scripts of samples/ under `tensorleak run`: each verdict, rate, line and exit code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sample_checks.hpp"

namespace tensorleak::end_to_end {
namespace {

using ::testing::HasSubstr;

std::string script(const std::string& name, const char* version) {
  return kSamples + "scripts/" + name + "." + version + ".json";
}

class SampleScripts : public testing::TestWithParam<Sample> {};

TEST_P(SampleScripts, LeakAtTheMarkedStepByAnExactRate) {
  const Sample& sample = GetParam();
  const std::string file = script(sample.name, "leaking");
  expect_the_leak(watch({file}), sample, sample.script.function, file, R"("about": "leaks"})");
}

TEST_P(SampleScripts, AreCleanWhenFixed) {
  expect_no_leak(watch({script(GetParam().name, "fixed")}), GetParam().script.left_over);
}

TEST_P(SampleScripts, DifferByTheFixAlone) {
  expect_small_difference(script(GetParam().name, "leaking"), script(GetParam().name, "fixed"));
}

INSTANTIATE_TEST_SUITE_P(All, SampleScripts, testing::ValuesIn(all_samples()),
                         [](const auto& sample) { return sample.param.name; });

TEST(SampleScript, SaysThatMemoryRanOut) {
  const Ran ran = watch({script("memory_runs_out", "leaking")}).ran;
  EXPECT_THAT(ran.output, HasSubstr("\nnoted: memory ran out: the script's limit of 16 MiB was "
                                    "reached in frame 28, and the run ended there\n"));
}

TEST(SampleScript, SaysThatTheLeakBeganLate) {
  const auto report = watch({script("starts_late", "leaking")}).report;
  EXPECT_EQ(report["sites"][0]["evidence"]["first_frame"], 19);
  EXPECT_EQ(report["sites"][0]["evidence"]["frames_judged"], 20);
}

}  // namespace
}  // namespace tensorleak::end_to_end
