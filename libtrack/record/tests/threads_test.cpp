// Threads that come, go, are cancelled, interrupted, and throw.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "libtrack/record/tests/run_program.hpp"

namespace tensorleak::record::testing {
namespace {

TEST(RecordedThreads, ComeAndGoByTheThousand) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"short_threads"}), 0);
  const RecordedTrace trace = place.trace();
  ASSERT_TRUE(trace.is_whole()) << trace.error;
  EXPECT_EQ(trace.tensors.size(), 1000u);
  EXPECT_EQ(trace.alive(), 500u);
  std::set<std::uint64_t> numbers;
  for (const RecordedTensor& tensor : trace.tensors)
    numbers.insert(tensor.thread);
  EXPECT_EQ(numbers.size(), 1000u);
  // A scope begins and, with its thread, ends.
  EXPECT_EQ(
      std::ranges::count_if(
          trace.others, [](const std::string& event) { return event.starts_with("scope_end"); }),
      1000);
}

TEST(RecordedThreads, RecordSideBySide) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"side_by_side"}), 0);
  const RecordedTrace trace = place.trace();
  ASSERT_TRUE(trace.is_whole()) << trace.error;
  EXPECT_EQ(trace.tensors.size(), 8000u);
  EXPECT_EQ(trace.alive(), 4000u);
  // Each thread's tensors lie in its own scope.
  std::set<std::pair<std::uint64_t, std::uint64_t>> places;
  for (const RecordedTensor& tensor : trace.tensors) {
    places.insert({tensor.bytes, tensor.scope.value_or(0)});
  }
  EXPECT_EQ(places.size(), 4u);
}

TEST(RecordedThreads, MayHandTensorsOver) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"hands_over"}), 0);
  const RecordedTrace trace = place.trace();
  ASSERT_TRUE(trace.is_whole()) << trace.error;
  EXPECT_GT(trace.tensors.size(), 10'000u);
  EXPECT_EQ(trace.alive(), 0u);
  EXPECT_EQ(trace.frees.size(), trace.tensors.size());
  EXPECT_EQ(std::ranges::count_if(
                trace.frees, [](const std::string& free) { return free.ends_with("not alive"); }),
            0);
}

#ifndef RECORD_TSAN  // whose own thread keeps such a process alive
TEST(RecordedThreads, MayOutliveTheMainThread) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"main_thread_ends_first"}), 0);
  const RecordedTrace trace = place.trace();
  ASSERT_TRUE(trace.is_whole()) << trace.error;
  EXPECT_EQ(trace.tensors.size(), 40'000u);
  EXPECT_EQ(trace.alive(), 0u);
}
#endif

TEST(RecordedThreads, MayEndByPthreadExitAndCancellation) {
  for (const char* const scene : {"ends_by_pthread_exit", "cancelled"}) {
    Workplace place;
    ASSERT_EQ(place.run_scene({scene}), 0) << scene << place.errors();
    EXPECT_TRUE(place.trace().is_whole()) << scene << place.trace().error;
  }
}

#ifndef RECORD_SANITIZED  // AddressSanitizer takes the frames that vanish for live ones
TEST(RecordedThreads, MayBeCancelledAtAnyMoment) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"cancelled_at_any_moment"}), 0) << place.errors();
  EXPECT_TRUE(place.trace().is_whole()) << place.trace().error;
}
#endif

TEST(RecordedThreads, MayBeInterruptedByHandlersThatMakeTensors) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"interrupted"}), 0) << place.errors();
  const RecordedTrace trace = place.trace();
  EXPECT_EQ(trace.error, "");
  EXPECT_EQ(trace.ending, trace::Ending::kClean);
  EXPECT_GE(trace.tensors.size(), 20'000u);
}

TEST(RecordedThreads, MayThrow) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"throws"}), 0) << place.errors();
  const RecordedTrace trace = place.trace();
  ASSERT_TRUE(trace.is_whole()) << trace.error;
  EXPECT_EQ(trace.tensors.size(), 2100u);
  EXPECT_EQ(trace.stacks, 21u);  // one for each depth, found again on every turn
}

TEST(RecordedThreads, MayCatchWhatLibtrackThrows) {
  Workplace place;
  ASSERT_EQ(place.run_scene({"throws_from_libtrack"}), 0) << place.errors();
  const RecordedTrace trace = place.trace();
  ASSERT_TRUE(trace.is_whole()) << trace.error;
  EXPECT_GE(trace.tensors.size(), 100u);
  EXPECT_EQ(trace.alive(), 0u);
}

}  // namespace
}  // namespace tensorleak::record::testing
