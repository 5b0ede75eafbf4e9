// What the calls of a program become in its trace.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libtrack/record/tests/run_program.hpp"

namespace tensorleak::record::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

TEST(RecordedEvents, HoldEveryThingThatWasSaid) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"every_event"}), 0) << place.errors();
  const RecordedTrace trace = place.trace();
  ASSERT_TRUE(trace.is_whole()) << trace.error;
  EXPECT_EQ(trace.runtime, "scenes");
  EXPECT_THAT(trace.program, EndsWith("record_scenes every_event"));
  EXPECT_FALSE(trace.started_late);

  ASSERT_EQ(trace.tensors.size(), 2u);
  const RecordedTensor& first = trace.tensors[0];
  EXPECT_EQ(first.bytes, 24u);
  EXPECT_EQ(first.shape, (std::vector<std::uint64_t>{2, 3}));
  EXPECT_EQ(first.dtype + first.device + first.op, "float32cpuZeros");
  EXPECT_EQ(first.flags, 1u);
  EXPECT_EQ(first.scope, 1u);
  EXPECT_EQ(first.thread, 0u);
  EXPECT_EQ(trace.tensors[1].id, first.id);  // assigned
  EXPECT_NE(trace.tensors[1].buffer, first.buffer);

  EXPECT_THAT(trace.frees, ElementsAre("1 variable", "1 variable"));
  EXPECT_THAT(trace.others,
              ElementsAre("scope 1 'predict'", "name 1 weights", "keep 1 1", "flag 1 4 1",
                          "use 1 Add", "scope_end 1", "frame 'camera' 'first'",
                          "counter textures=7", "counter tensors=1 buffers=1 bytes=48", "lost 1"));
}

TEST(RecordedEvents, HaveTheStackThatTheProgramSays) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"says_its_stack"}), 0) << place.errors();
  const RecordedTrace trace = place.trace();
  ASSERT_TRUE(trace.is_whole()) << trace.error;
  ASSERT_EQ(trace.tensors.size(), 4u);
  ASSERT_EQ(trace.tensors[0].stack.size(), 2u);
  EXPECT_EQ(trace.tensors[0].stack[0].place, "relu model.js:3:7");
  EXPECT_EQ(trace.tensors[0].stack[1].place, "frame app.js:12:0");
  EXPECT_EQ(trace.tensors[1].stack_id, trace.tensors[0].stack_id);
  ASSERT_EQ(trace.tensors[2].stack.size(), 1u);
  EXPECT_EQ(trace.tensors[2].stack[0].place, "frame app.js:12:0");
  EXPECT_EQ(trace.tensors[3].stack.front().place, "");  // captured again
}

TEST(RecordedEvents, HaveWhatARuntimeSaysOfItselfAndOfItsStacks) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"describes_itself"}), 0) << place.errors();
  const RecordedTrace trace = place.trace();
  ASSERT_TRUE(trace.is_whole()) << trace.error;
  EXPECT_EQ(trace.runtime, "engine 4.2");
  EXPECT_EQ(trace.backend, "webgl");
  EXPECT_THAT(trace.program, EndsWith("record_scenes describes_itself"));
  EXPECT_EQ(trace.bytes_rule, trace::BytesRule::kPerTensor);
  ASSERT_EQ(trace.tensors.size(), 5u);
  ASSERT_EQ(trace.tensors[0].stack.size(), 1u);
  EXPECT_EQ(trace.tensors[0].stack[0].place, "frame app.js:12:0");
  EXPECT_EQ(trace.tensors[1].stack_id, std::nullopt);
  EXPECT_EQ(trace.tensors[2].stack_id, std::nullopt);
  EXPECT_EQ(trace.tensors[3].stack_id, trace.tensors[0].stack_id);
  EXPECT_THAT(
      trace.others,
      ElementsAre("misuse tidy-async 'it waits' at frame app.js:12:0", "misuse double-dispose ''",
                  "misuse use-after-dispose 'the thread's stack' at frame app.js:12:0",
                  "holder of 1 'history (Array, 2 elements)' by 'global → [0]' of 2",
                  "holder of 2 '' by ''"));
  EXPECT_THAT(trace.frees, ::testing::UnorderedElementsAre("1 collected", "2 collected",
                                                           "3 collected", "4 collected"));
  EXPECT_EQ(trace.alive(), 1u);  // of the other heap
}

TEST(RecordedEvents, ThatAreToldLaterAreThoseThatWereToldAtOnce) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"tells_later"}), 0) << place.errors();
  const RecordedTrace trace = place.trace();
  ASSERT_TRUE(trace.is_whole()) << trace.error;
  ASSERT_EQ(trace.tensors.size(), 4u);
  const RecordedTensor& first = trace.tensors[0];
  EXPECT_EQ(first.bytes, 24u);
  EXPECT_EQ(first.shape, (std::vector<std::uint64_t>{2, 3}));
  EXPECT_EQ(first.scope, 1u);
  EXPECT_EQ(first.stack_id, std::nullopt);   // nobody stands there any more
  EXPECT_EQ(trace.tensors[1].id, first.id);  // assigned
  EXPECT_EQ(trace.tensors[2].scope, std::nullopt);
  EXPECT_THAT(trace.frees, ElementsAre("1 variable", "1 dispose", "2 pool"));
  EXPECT_THAT(trace.others,
              ElementsAre("scope 1 'predict'", "keep 1 1", "keep 1 0", "use 1 Add", "scope_end 1"));
}

TEST(RecordedEvents, ThatAreToldLaterHaveTheirTimes) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"tells_later"}), 0) << place.errors();
  const RecordedTrace trace = place.trace();
  ASSERT_EQ(trace.tensors.size(), 4u);
  const std::int64_t began = trace.tensors[0].time - 1;
  EXPECT_EQ(trace.tensors[1].time, began + 4);
  EXPECT_GT(trace.tensors[2].time, began + 1'000'000'000);  // the future is now
  EXPECT_LT(trace.tensors[2].time, began + 100'000'000'000);
  EXPECT_GE(trace.tensors[3].time, trace.tensors[2].time);
}

TEST(RecordedEvents, KeepMistakesAsFacts) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"mistakes"}), 0) << place.errors();
  const RecordedTrace trace = place.trace();
  ASSERT_TRUE(trace.is_whole()) << trace.error;
  ASSERT_EQ(trace.tensors.size(), 4u);
  EXPECT_THAT(trace.frees, ElementsAre("1 dispose", "1 dispose, not alive", "2 dispose, not alive",
                                       "3 unknown"));
  EXPECT_THAT(trace.others, ElementsAre("use 1 Add", "frame '' ''"));
  EXPECT_EQ(trace.tensors[1].shape, std::nullopt);
  EXPECT_EQ(trace.tensors[2].shape, std::nullopt);
  EXPECT_EQ(trace.tensors[3].op, "");
}

TEST(RecordedEvents, TakeNoFieldThatTheCallersStructHasNot) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"old_struct"}), 0) << place.errors();
  const RecordedTrace trace = place.trace();
  ASSERT_EQ(trace.tensors.size(), 1u) << trace.error;
  EXPECT_EQ(trace.tensors[0].bytes, 77u);
  EXPECT_EQ(trace.tensors[0].shape, std::nullopt);
  EXPECT_EQ(trace.tensors[0].op, "");
  EXPECT_EQ(trace.tensors[0].flags, 0u);
}

TEST(RecordedEvents, CloseTheScopesInsideAScope) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"nested_scopes"}), 0);
  const RecordedTrace trace = place.trace();
  EXPECT_THAT(trace.others,
              ElementsAre("scope 1 'outer'", "scope 2 in 1 ''", "scope_end 2", "scope_end 1"));
  ASSERT_EQ(trace.tensors.size(), 2u);
  EXPECT_EQ(trace.tensors[0].scope, 2u);
  EXPECT_EQ(trace.tensors[1].scope, std::nullopt);
}

TEST(RecordedEvents, BeginTheirStacksInTheProgram) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"keeps_errno"}), 0) << "errno was changed";
  const RecordedTrace trace = place.trace();
  ASSERT_EQ(trace.tensors.size(), 1u);
  ASSERT_GT(trace.tensors[0].stack.size(), 3u);
  EXPECT_THAT(trace.tensors[0].stack[0].module, EndsWith("record_scenes"));
  EXPECT_THAT(trace.tensors[0].stack.back().module, EndsWith("record_scenes"));
  EXPECT_FALSE(trace.tensors[0].stack[0].build_id.empty());
}

TEST(RecordedEvents, HaveNoStacksWhereNoneAreWanted) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"keeps_errno"}, {"TENSORLEAK_CAPTURE=none"}), 0);
  const RecordedTrace trace = place.trace();
  ASSERT_EQ(trace.tensors.size(), 1u);
  EXPECT_EQ(trace.tensors[0].stack_id, std::nullopt);
}

TEST(RecordedEvents, HaveTheDepthAndTheDisposeStacksThatWereAskedFor) {
  Workplace place;
  ASSERT_EQ(
      place.run_scene({"keeps_errno"}, {"TENSORLEAK_MAX_DEPTH=2", "TENSORLEAK_CAPTURE_DISPOSE=1"}),
      0);
  const RecordedTrace trace = place.trace();
  ASSERT_EQ(trace.tensors.size(), 1u);
  EXPECT_EQ(trace.tensors[0].stack.size(), 2u);
  EXPECT_THAT(trace.frees, ElementsAre("1 dispose, stack"));
}

TEST(RecordedEvents, CountMemoryAtMarksThatAreApart) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"marks"}), 0);
  const RecordedTrace trace = place.trace();
  EXPECT_EQ(trace.others.size(), 5u);
  EXPECT_GE(trace.rss_counters, 2u);
  EXPECT_LE(trace.rss_counters, 4u);
}

TEST(RecordedEvents, AreDroppedAndCountedWhereMemoryIsAtItsBound) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"many", "1000000"},
                            {"TENSORLEAK_MAX_MEMORY=16MiB", "TENSORLEAK_CAPTURE=none"}),
            0)
      << place.errors();
  const RecordedTrace trace = place.trace();
  EXPECT_EQ(trace.ending, trace::Ending::kClean) << trace.error;
  EXPECT_GT(trace.dropped, 100'000u);
  EXPECT_EQ(trace.dropped + trace.tensors.size(), 1'000'000u);
}

TEST(RecordedEvents, DoNotMindSettingsThatMakeNoSense) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"returns"}, {"TENSORLEAK_MAX_DEPTH=deep", "TENSORLEAK_CAPTURE=all",
                                          "TENSORLEAK_MAX_MEMORY=-3"}),
            7);
  EXPECT_THAT(place.errors(), HasSubstr("TENSORLEAK_MAX_DEPTH=deep is ignored"));
  EXPECT_THAT(place.errors(), HasSubstr("TENSORLEAK_CAPTURE=all is ignored"));
  EXPECT_THAT(place.errors(), HasSubstr("TENSORLEAK_MAX_MEMORY=-3 is ignored"));
  EXPECT_TRUE(place.trace().is_whole());
}

}  // namespace
}  // namespace tensorleak::record::testing
