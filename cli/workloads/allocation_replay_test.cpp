#include "cli/workloads/allocation_replay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include <track/memory.hpp>

namespace tensorleak::cli {
namespace {

using ::testing::HasSubstr;
using trace::BufferId;
using trace::TensorId;

constexpr std::array<std::uint64_t, 2> kShape = {2, 3};

/// float32 [2,3].
trace::Alloc alloc(std::uint64_t id, std::optional<std::uint64_t> buffer = std::nullopt) {
  trace::Alloc event{.id = TensorId{id}, .bytes = 24, .shape = kShape, .dtype = "float32"};
  if (buffer) event.buffer = BufferId{*buffer};
  return event;
}

trace::Free free(std::uint64_t id) {
  return {.id = TensorId{id}};
}

/// What libtrack holds beside what it held at the start of the test.
class Allocations : public testing::Test {
 protected:
  std::size_t tensors() const { return track::memory().num_tensors - before_.num_tensors; }
  std::size_t buffers() const { return track::memory().num_buffers - before_.num_buffers; }
  std::size_t bytes() const { return track::memory().num_bytes - before_.num_bytes; }

  track::Memory before_ = track::memory();
};

TEST_F(Allocations, AreThoseOfTheLog) {
  AllocationReplay replay;
  replay.consume(alloc(1));
  replay.consume(alloc(2));
  EXPECT_EQ(tensors(), 2u);
  EXPECT_EQ(bytes(), 48u);
  replay.consume(free(1));
  EXPECT_EQ(tensors(), 1u);
  EXPECT_EQ(bytes(), 24u);
  EXPECT_EQ(replay.note(1, 24), std::nullopt);
}

TEST_F(Allocations, OfAliasesShareABufferUntilTheLastGoes) {
  AllocationReplay replay;
  replay.consume(alloc(1, 7));
  replay.consume(alloc(2, 7));
  EXPECT_EQ(tensors(), 2u);
  EXPECT_EQ(buffers(), 1u);
  replay.consume(free(1));
  replay.consume(alloc(3, 7));
  EXPECT_EQ(buffers(), 1u);
  replay.consume(free(2));
  replay.consume(free(3));
  EXPECT_EQ(buffers(), 0u);
  EXPECT_EQ(bytes(), 0u);
  replay.consume(alloc(4, 7));
  EXPECT_EQ(buffers(), 1u);
}

TEST_F(Allocations, OfUnknownDtypesAndShapesHaveTheSizeThatTheLogGives) {
  AllocationReplay replay;
  replay.consume(trace::Alloc{.id = TensorId{1}, .bytes = 100, .dtype = "bfloat16"});
  replay.consume(trace::Alloc{.id = TensorId{2}, .bytes = 7, .shape = kShape, .dtype = "float32"});
  EXPECT_EQ(bytes(), 107u);
  const std::array<std::uint64_t, 9> long_shape = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  const std::array<std::uint64_t, 2> large_shape = {std::uint64_t{1} << 62, 8};
  replay.consume(
      trace::Alloc{.id = TensorId{3}, .bytes = 4, .shape = long_shape, .dtype = "float32"});
  replay.consume(
      trace::Alloc{.id = TensorId{4}, .bytes = 9, .shape = large_shape, .dtype = "float32"});
  EXPECT_EQ(bytes(), 120u);
  EXPECT_EQ(replay.note(4, 120), std::nullopt);
}

TEST_F(Allocations, IgnoreWhatDoesNotFitTogether) {
  AllocationReplay replay;
  replay.consume(free(9));
  replay.consume(trace::Keep{.id = TensorId{9}});
  replay.consume(alloc(1));
  replay.consume(alloc(1));
  EXPECT_EQ(tensors(), 1u);
}

TEST_F(Allocations, EndWithTheReplay) {
  {
    AllocationReplay replay;
    replay.consume(alloc(1));
    replay.consume(alloc(2, 5));
  }
  EXPECT_EQ(tensors(), 0u);
}

TEST_F(Allocations, ThatMemoryCannotHoldAreCountedOnlyAndTheNoteSaysSo) {
  AllocationReplay replay;
  replay.consume(alloc(1));
  replay.consume(trace::Alloc{.id = TensorId{2}, .bytes = UINT64_MAX});
  replay.consume(alloc(3));
  EXPECT_EQ(tensors(), 1u);
  EXPECT_THAT(replay.note(3, 48).value_or(""), HasSubstr("from event 2 on they were counted only"));
}

TEST_F(Allocations, ThatDifferFromTheLogsOwnAreNoted) {
  AllocationReplay replay;
  replay.consume(alloc(1));
  EXPECT_THAT(replay.note(2, 48).value_or(""), HasSubstr("held 1 tensors of 24 bytes"));
}

}  // namespace
}  // namespace tensorleak::cli
