// When a recording begins and ends, and what becomes of it where the program ends badly.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "libtrack/record/tests/run_program.hpp"

namespace tensorleak::record::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(RecordingLifetime, IsIdleWithoutBeingAsked) {
  Workplace place;
  EXPECT_EQ(place.run({RECORD_SCENES, "idle"}, {}), 0);
  EXPECT_THAT(place.files("trace"), IsEmpty());
  EXPECT_EQ(place.errors(), "");
}

TEST(RecordingLifetime, IsIdleWhereItIsSwitchedOff) {
  Workplace place;
  EXPECT_EQ(place.run_scene({"idle"}, {"TENSORLEAK_DISABLE=1"}), 0);
  EXPECT_EQ(place.run_scene({"cannot_start", "trace"}, {"TENSORLEAK_DISABLE=1"}), 4);
  EXPECT_THAT(place.files("trace"), IsEmpty());
}

TEST(RecordingLifetime, EndsCleanlyWithTheProgram) {
  Workplace place;
  EXPECT_EQ(place.run_scene({"returns"}), 7);
  EXPECT_TRUE(place.trace().is_whole());
  EXPECT_EQ(place.errors(), "");
}

TEST(RecordingLifetime, SeesExitHandlers) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"in_exit_handler"}), 0);
  const RecordedTrace trace = place.trace();
  EXPECT_TRUE(trace.is_whole());
  EXPECT_EQ(trace.tensors.size(), 2u);
  EXPECT_EQ(trace.alive(), 1u);
}

TEST(RecordingLifetime, SeesStaticObjectsBeforeAndAfterMain) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"returns"}, {"SCENE_EARLY=1"}), 7);
  const RecordedTrace trace = place.trace();
  EXPECT_TRUE(trace.is_whole());
  ASSERT_EQ(trace.tensors.size(), 3u);
  EXPECT_FALSE(trace.of_size(1).is_alive);
  EXPECT_TRUE(trace.of_size(2).is_alive);
}

TEST(RecordingLifetime, LosesNothingToTheDestructorsThatExitRuns) {
  for (const auto* capture : {"unwind", "none"}) {
    Workplace place;
    ASSERT_EQ(place.run_scene({"loses_at_exit"}, {"TENSORLEAK_CAPTURE=" + std::string(capture)}),
              0);
    const RecordedTrace trace = place.trace();
    EXPECT_TRUE(trace.is_whole());
    EXPECT_THAT(trace.others, ElementsAre("lost 1", "lost 3")) << capture;
  }
}

TEST(RecordingLifetime, HasNoCleanEndWhereExitHandlersDoNotRun) {
  for (const auto& [scene, code] :
       {std::pair{"leaves_at_once", 5}, {"aborts", 128 + SIGABRT}, {"killed", 128 + SIGKILL}}) {
    Workplace place;
    EXPECT_EQ(place.run_scene({scene}), code);
    const RecordedTrace trace = place.trace();
    EXPECT_EQ(trace.error, "") << scene;
    EXPECT_EQ(trace.ending, trace::Ending::kNoEnd) << scene;
    EXPECT_EQ(trace.tensors.size(), 1u) << scene;  // what had been flushed
  }
}

TEST(RecordingLifetime, DoesNotHangWhereAHandlerEndsTheProgram) {
  Workplace place;
  EXPECT_EQ(place.run_scene({"exits_in_handler"}), 9);
  EXPECT_EQ(place.trace().error, "");
}

TEST(RecordingLifetime, SaysThatItStartedLate) {
  Workplace place;
  ASSERT_EQ(place.run({RECORD_SCENES, "starts_late", "late"}, {}), 0) << place.errors();
  const RecordedTrace trace = read_trace(place.path("late"));
  EXPECT_TRUE(trace.is_whole());
  EXPECT_TRUE(trace.started_late);
  EXPECT_EQ(trace.tensors.size(), 1u);
  EXPECT_THAT(trace.frees, IsEmpty());  // of a tensor that the recording never knew
}

TEST(RecordingLifetime, IsNotLateWhereItStartsBeforeTheFirstEvent) {
  Workplace place;
  ASSERT_EQ(place.run({RECORD_SCENES, "starts_at_once", "trace"}, {}), 0);
  EXPECT_TRUE(place.trace().is_whole());
  EXPECT_FALSE(place.trace().started_late);
}

TEST(RecordingLifetime, BeginsAnewForASecondRecording) {
  Workplace place;
  ASSERT_EQ(place.run({RECORD_SCENES, "records_twice", "one", "two"}, {}), 0);
  for (const char* const name : {"one", "two"}) {
    const RecordedTrace trace = read_trace(place.path(name));
    EXPECT_TRUE(trace.is_whole()) << name;
    ASSERT_EQ(trace.tensors.size(), 1u) << name;
    EXPECT_EQ(trace.tensors[0].scope, 1u) << name;
    EXPECT_THAT(trace.others, ElementsAre("scope 1 'open until the end'")) << name;
  }
}

}  // namespace
}  // namespace tensorleak::record::testing
