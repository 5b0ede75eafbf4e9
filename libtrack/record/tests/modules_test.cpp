// Libraries that come and go, other copies of libtrack, and what libtrack shows of itself.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "libtrack/record/tests/run_program.hpp"

namespace tensorleak::record::testing {
namespace {

using ::testing::EndsWith;
using ::testing::IsEmpty;

TEST(RecordedModules, TellWhichOfTwoLibrariesLayAtAnAddress) {
  Workplace place;
  const int code = place.run_scene({"loads_in_turn", RECORD_PLUGIN_A, RECORD_PLUGIN_B});
  ASSERT_THAT(code, ::testing::AnyOf(0, 3)) << place.errors();
  const RecordedTrace trace = place.trace();
  ASSERT_TRUE(trace.is_whole()) << trace.error;
  const RecordedTensor& first = trace.of_size(1);
  const RecordedTensor& second = trace.of_size(2);
  EXPECT_NE(first.stack_id, second.stack_id);
  ASSERT_FALSE(first.stack.empty() || second.stack.empty());
  EXPECT_THAT(first.stack[0].module, EndsWith("plugin_a.so"));
  EXPECT_THAT(second.stack[0].module, EndsWith("plugin_b.so"));
  if (code == 0) {
    EXPECT_EQ(first.stack[0].address, second.stack[0].address);
  } else {
    GTEST_LOG_(INFO) << "the two were loaded at different addresses";
  }
}

TEST(RecordedModules, AreTheSameAfterAReload) {
  Workplace place;
  const int code = place.run_scene({"loads_in_turn", RECORD_PLUGIN_A, RECORD_PLUGIN_A});
  const RecordedTrace trace = place.trace();
  ASSERT_TRUE(trace.is_whole()) << trace.error;
  ASSERT_EQ(trace.tensors.size(), 3u);
  EXPECT_THAT(trace.tensors[1].stack[0].module, EndsWith("plugin_a.so"));
  EXPECT_THAT(trace.tensors[2].stack[0].module, EndsWith("plugin_a.so"));
  if (code == 0) {
    EXPECT_EQ(trace.tensors[1].stack[0].address, trace.tensors[2].stack[0].address);
  }
}

TEST(RecordedModules, MayComeAndGoManyTimes) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"plugin_comes_and_goes", RECORD_PLUGIN_A}), 0) << place.errors();
  EXPECT_TRUE(place.trace().is_whole()) << place.trace().error;
  EXPECT_EQ(place.trace().tensors.size(), 50u);
}

#ifndef RECORD_SANITIZED  // a sanitizer refuses RTLD_DEEPBIND
TEST(SecondCopyOfLibtrack, StaysInertAndSaysSoOnce) {
  Workplace place;
  std::filesystem::copy_file(RECORD_LIBRARY, place.path("copy.so"));
  ASSERT_EQ(place.run_scene({"second_copy", place.path("copy.so")}), 0) << place.errors();
  EXPECT_EQ(place.errors(),
            "tensorleak: another copy of libtrack records in this process; this one stays inert\n");
  EXPECT_THAT(place.files("of-the-copy"), IsEmpty());
  EXPECT_TRUE(place.trace().is_whole());
  EXPECT_EQ(place.trace().tensors.size(), 2u);
}
#endif

TEST(ExportsOfLibtrack, AreItsInterfaceAlone) {
  Workplace place;
  const std::string line = std::string("nm -D --defined-only --format=posix ") + RECORD_LIBRARY +
                           " | cut -d' ' -f1 | c++filt > names";
  ASSERT_EQ(place.run({"/bin/sh", "-c", line}, {}), 0);
  std::ifstream names(place.path("names"));
  int count = 0;
  for (std::string name; std::getline(names, name); ++count) {
    const bool is_ours = name.starts_with("track_") || name.starts_with("TRACK_") ||
                         name.find("track::") != std::string::npos;
    EXPECT_TRUE(is_ours) << name;
    EXPECT_EQ(name.find("tensorleak::"), std::string::npos) << name;
    EXPECT_FALSE(name.starts_with("_Unwind_") || name.starts_with("unw_")) << name;
  }
  EXPECT_GE(count, 19);
}

}  // namespace
}  // namespace tensorleak::record::testing
