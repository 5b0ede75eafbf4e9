// Processes that become two, or another.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libtrack/record/tests/run_program.hpp"

namespace tensorleak::record::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(RecordingAcrossFork, GivesTheChildAFileOfItsOwn) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"child_makes_tensors"}), 0) << place.errors();
  const RecordedTrace parent = place.trace();
  EXPECT_TRUE(parent.is_whole()) << parent.error;
  EXPECT_FALSE(parent.started_late);
  EXPECT_EQ(parent.tensors.size(), 2u);
  EXPECT_THAT(parent.others, ElementsAre("scope 1 'of the parent'"));  // once

  const auto files = place.files("trace.");
  ASSERT_EQ(files.size(), 1u);
  const RecordedTrace child = read_trace(place.path(files[0]));
  EXPECT_TRUE(child.is_whole()) << child.error;
  EXPECT_TRUE(child.started_late);
  EXPECT_EQ(files[0], "trace." + std::to_string(child.process));
  ASSERT_EQ(child.tensors.size(), 1u);
  EXPECT_EQ(child.tensors[0].scope, std::nullopt);
  EXPECT_THAT(child.frees, IsEmpty());  // the parent's tensor is not the child's
}

TEST(RecordingAcrossFork, WritesNothingForAChildWithoutTensors) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"child_makes_none"}), 0);
  EXPECT_THAT(place.files("trace"), ElementsAre("trace"));
  EXPECT_TRUE(place.trace().is_whole());
}

TEST(RecordingAcrossFork, NamesAGrandchildAfterTheFirstFile) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"grandchild"}), 0);
  const auto files = place.files("trace");
  ASSERT_EQ(files.size(), 3u);
  for (const std::string& name : files) {
    const RecordedTrace trace = read_trace(place.path(name));
    EXPECT_TRUE(trace.is_whole()) << name;
    EXPECT_EQ(trace.tensors.size(), 1u) << name;
    if (name != "trace") {
      EXPECT_EQ(name, "trace." + std::to_string(trace.process));
    }
  }
}

TEST(RecordingAcrossFork, LeavesTheFileToTheParentThatHasNotBegun) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"fork_before_the_first_event"}), 0);
  EXPECT_TRUE(place.trace().is_whole());
  EXPECT_EQ(place.files("trace").size(), 2u);
}

TEST(RecordingAcrossExec, LeavesTheFileThatIsInUse) {
  for (const char* const scene : {"executes_itself", "spawns_itself"}) {
    Workplace place;
    ASSERT_EQ(place.run_scene({scene}), 0) << place.errors();
    const auto files = place.files("trace");
    ASSERT_EQ(files.size(), 2u) << scene;
    for (const std::string& name : files) {
      const RecordedTrace trace = read_trace(place.path(name));
      EXPECT_TRUE(trace.is_whole()) << scene << " " << name;
      EXPECT_FALSE(trace.started_late);
      EXPECT_EQ(trace.tensors.size(), 1u);
    }
  }
}

#ifndef RECORD_TSAN  // it ends programs that go on after such a fork
TEST(RecordingAcrossFork, HoldsNoLockThatAnotherThreadHad) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"forks_while_threads_record"}), 0) << place.errors();
  EXPECT_TRUE(place.trace().is_whole());
  EXPECT_EQ(place.trace().alive(), 0u);
  EXPECT_EQ(place.files("trace.").size(), 30u);
}
#endif

}  // namespace
}  // namespace tensorleak::record::testing
