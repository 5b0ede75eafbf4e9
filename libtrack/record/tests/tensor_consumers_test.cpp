// Programs on the C++ API, built in other ways than this project.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "libtrack/record/tests/run_program.hpp"

namespace tensorleak::record::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

struct Build {
  const char* name;
  const char* program;
};

void PrintTo(const Build& build, std::ostream* out) {
  *out << build.name;
}

std::string name_of(const ::testing::TestParamInfo<Build>& info) {
  return info.param.name;
}

constexpr Build kPlain = {"plain", RECORD_TENSORS_PLAIN};
constexpr Build kWithoutRtti = {"without_rtti", RECORD_TENSORS_WITHOUT_RTTI};
constexpr Build kLinkTime = {"link_time_optimised", RECORD_TENSORS_LTO};
constexpr Build kWithoutExceptions = {"without_exceptions", RECORD_TENSORS_WITHOUT_EXCEPTIONS};

std::vector<std::string> ops_of(const RecordedTrace& trace) {
  std::vector<std::string> ops;
  ops.reserve(trace.tensors.size());
  for (const RecordedTensor& tensor : trace.tensors)
    ops.push_back(tensor.op);
  return ops;
}

bool was_made_in(const RecordedTensor& tensor, const std::string& program) {
  return std::ranges::any_of(tensor.stack, [&](const RecordedFrame& frame) {
    return frame.module == std::filesystem::canonical(program);
  });
}

class TensorConsumer : public ::testing::TestWithParam<Build> {};

TEST_P(TensorConsumer, IsRecordedWhole) {
  Workplace place;
  ASSERT_EQ(place.run({GetParam().program}, {"TENSORLEAK_TRACE=trace"}), 0) << place.errors();
  const RecordedTrace trace = place.trace();
  EXPECT_TRUE(trace.is_whole()) << trace.error;
  EXPECT_EQ(trace.alive(), 0u);
  EXPECT_THAT(ops_of(trace), ElementsAre("tensor", "tensor", "add", "mean",        // in a tidy
                                         "acquire",                                // of a pool
                                         "zeros", "variable", "ones", "variable",  // an assign
                                         "allocate", "allocate"));                 // memory
  EXPECT_THAT(trace.others, Contains("scope 1 'mean'"));
  EXPECT_THAT(trace.others, Contains(StartsWith("name ")));
  EXPECT_THAT(trace.others, Not(Contains(StartsWith("lost "))));
}

TEST_P(TensorConsumer, HasItsOwnCodeOnEachStack) {
  Workplace place;
  ASSERT_EQ(place.run({GetParam().program}, {"TENSORLEAK_TRACE=trace"}), 0);
  const RecordedTrace trace = place.trace();
  EXPECT_THAT(trace.tensors, Not(IsEmpty()));
  for (const RecordedTensor& tensor : trace.tensors)
    EXPECT_TRUE(was_made_in(tensor, GetParam().program)) << tensor.op;
}

INSTANTIATE_TEST_SUITE_P(Builds, TensorConsumer,
                         ::testing::Values(kPlain, kWithoutRtti, kLinkTime, kWithoutExceptions),
                         name_of);

class CatchingConsumer : public ::testing::TestWithParam<Build> {};

TEST_P(CatchingConsumer, CatchesWhatTheLibraryThrows) {
  Workplace place;
  EXPECT_EQ(place.run({GetParam().program, "disposed"}, {"TENSORLEAK_TRACE=trace"}), 0);
  const RecordedTrace trace = place.trace();
  EXPECT_TRUE(trace.is_whole()) << trace.error;
  EXPECT_THAT(trace.others, ElementsAre("use 1 clone")) << "the attempt is recorded";
}

INSTANTIATE_TEST_SUITE_P(Builds, CatchingConsumer,
                         ::testing::Values(kPlain, kWithoutRtti, kLinkTime), name_of);

TEST(ConsumerWithoutExceptions, EndsWhereTheLibraryThrows) {
  constexpr int kAborted = 128 + 6;
  Workplace place;
  EXPECT_EQ(place.run({kWithoutExceptions.program, "disposed"}, {}), kAborted);
  EXPECT_THAT(place.errors(), HasSubstr("tensor 1 is disposed"));
}

}  // namespace
}  // namespace tensorleak::record::testing
