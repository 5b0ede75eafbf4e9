#include "libtrack/record/call_ring.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "libtrack/record/arena.hpp"

namespace tensorleak::record {
namespace {

struct Said {
  Ticks ticks = 0;
  std::uint64_t key = 0;
  std::uint64_t bytes = 0;
  std::string op;
  std::string dtype;
  std::string device;
  std::optional<std::vector<std::uint64_t>> shape;

  TensorInfo info() const {
    TensorInfo info{.buffer = key + 1,
                    .bytes = bytes,
                    .shape = {},
                    .dtype = dtype,
                    .device = device,
                    .op = op,
                    .flags = trace::Flags(1)};
    if (shape) info.shape.emplace(*shape);
    return info;
  }
};

/// Texts and shapes of all sizes that a ring takes, short ones most often.
Said random_call(std::mt19937& random, Ticks ticks) {
  const auto pick = [&](unsigned choices) { return static_cast<std::size_t>(random() % choices); };
  const auto text = [&] { return std::string(pick(8) == 0 ? pick(256) : pick(12), 'a'); };
  Said said{.ticks = ticks, .key = random(), .bytes = random(), .op = text(), .dtype = text()};
  if (pick(4) == 0) said.device = text();
  if (pick(3) != 0) said.shape.emplace(pick(20) == 0 ? 64 : pick(5), ticks);
  return said;
}

void expect_same(const Call& call, const Said& said) {
  const TensorInfo info = call.info();
  ASSERT_EQ(call.ticks, said.ticks);
  ASSERT_EQ(call.tensor(), (Key{.heap = 7, .key = said.key}));
  ASSERT_EQ(info.bytes, said.bytes);
  ASSERT_EQ(info.buffer, said.key + 1);
  ASSERT_EQ(info.op, said.op);
  ASSERT_EQ(info.dtype, said.dtype);
  ASSERT_EQ(info.device, said.device);
  ASSERT_EQ(info.flags.bits(), 1);
  ASSERT_EQ(info.shape.has_value(), said.shape.has_value());
  if (said.shape) {
    ASSERT_TRUE(std::ranges::equal(*info.shape, *said.shape));
  }
}

class CallRingTest : public testing::Test {
 protected:
  CallRing::Put put(const Said& said) {
    return ring_.created(said.ticks, Call::Kind::kCreated, {.heap = 7, .key = said.key},
                         said.info(), nullptr);
  }

  Arena memory_{std::size_t{16} << 20};
  CallRing ring_{&memory_};
};

TEST_F(CallRingTest, GivesCallsOfAllSizesBackInOrder) {
  std::mt19937 random(1);
  std::deque<Said> waiting;
  std::size_t full = 0;
  for (Ticks ticks = 1; ticks < 100'000; ++ticks) {
    Said said = random_call(random, ticks);
    if (put(said) == CallRing::Put::kDone) {
      waiting.push_back(std::move(said));
    } else {
      ++full;
      CallRing::Reader reader(ring_);
      for (std::size_t left = random() % 300; left-- > 0 && !waiting.empty(); reader.next()) {
        ASSERT_NE(reader.call(), nullptr);
        expect_same(*reader.call(), waiting.front());
        waiting.pop_front();
      }
      reader.release();
    }
  }
  EXPECT_GT(full, 100u);
}

TEST_F(CallRingTest, SaysWhenItIsFullAndLosesNothing) {
  std::size_t taken = 0;
  while (ring_.disposed(taken + 1, {.key = taken}, trace::FreeReason::kScope, nullptr) ==
         CallRing::Put::kDone)
    ++taken;
  EXPECT_EQ(taken, CallRing::kSlots);
  CallRing::Reader reader(ring_);
  for (std::size_t i = 0; i < taken; ++i, reader.next()) {
    const Call* const call = reader.call();
    ASSERT_NE(call, nullptr);
    EXPECT_EQ(call->kind, Call::Kind::kDisposed);
    EXPECT_EQ(call->key, i);
    EXPECT_EQ(static_cast<trace::FreeReason>(call->detail), trace::FreeReason::kScope);
  }
  EXPECT_EQ(reader.call(), nullptr);
  EXPECT_EQ(ring_.disposed(1, {}, trace::FreeReason::kScope, nullptr), CallRing::Put::kFull);
  reader.release();
  EXPECT_EQ(ring_.disposed(1, {}, trace::FreeReason::kScope, nullptr), CallRing::Put::kDone);
}

TEST_F(CallRingTest, GivesWhatWasCompleteWhenTheReaderCame) {
  ring_.used(1, {.key = 1}, "first");
  CallRing::Reader reader(ring_);
  ring_.used(2, {.key = 2}, "an op whose name does not fit beside the rest");
  EXPECT_EQ(reader.call()->op(), "first");
  reader.next();
  EXPECT_EQ(reader.call(), nullptr);
  reader.release();
  EXPECT_EQ(CallRing::Reader(ring_).call()->op(), "an op whose name does not fit beside the rest");
}

TEST_F(CallRingTest, LeavesWhatIsTooBigToOthers) {
  const std::string text(256, 'a');
  const std::vector<std::uint64_t> shape(65, 1);
  EXPECT_EQ(put({.ticks = 1, .op = text}), CallRing::Put::kTooBig);
  EXPECT_EQ(put({.ticks = 1, .dtype = text}), CallRing::Put::kTooBig);
  EXPECT_EQ(put({.ticks = 1, .device = text}), CallRing::Put::kTooBig);
  EXPECT_EQ(put({.ticks = 1, .shape = shape}), CallRing::Put::kTooBig);
  EXPECT_EQ(ring_.used(1, {}, text), CallRing::Put::kTooBig);
  EXPECT_TRUE(ring_.is_empty());
}

TEST_F(CallRingTest, TellsNowAndThenThatItFills) {
  std::size_t told = 0;
  for (std::size_t i = 0; i < CallRing::kSlots; ++i) {
    ring_.disposed(i, {.key = i}, trace::FreeReason::kDispose, nullptr);
    if (ring_.is_filling()) ++told;
  }
  EXPECT_EQ(told, 4u);
}

TEST_F(CallRingTest, HasAReaderOnAnotherThread) {
  constexpr std::uint64_t kCalls = 200'000;
  std::uint64_t read = 0;
  std::thread reader([&] {
    while (read < kCalls) {
      CallRing::Reader calls(ring_);
      for (; const Call* const call = calls.call(); calls.next(), ++read) {
        ASSERT_EQ(call->key, read);
        ASSERT_EQ(call->info().op, read % 5 == 0 ? "a rather long name of an op" : "Add");
      }
      calls.release();
      std::this_thread::yield();
    }
  });
  for (std::uint64_t key = 0; key < kCalls;) {
    const TensorInfo info{.shape = {}, .op = key % 5 == 0 ? "a rather long name of an op" : "Add"};
    if (ring_.created(key, Call::Kind::kCreated, {.key = key}, info, nullptr) ==
        CallRing::Put::kDone) {
      ++key;
    } else {
      std::this_thread::yield();
    }
  }
  reader.join();
  EXPECT_EQ(read, kCalls);
}

TEST(TickScaleTest, DrawsALineBetweenTwoMoments) {
  const TickScale scale({.ticks = 1000, .time = 500}, {.ticks = 3000, .time = 1500});
  EXPECT_EQ(scale.time_of(1000), 500);
  EXPECT_EQ(scale.time_of(2000), 1000);
  EXPECT_EQ(scale.time_of(3000), 1500);
  EXPECT_EQ(scale.time_of(10), 500);
  EXPECT_EQ(scale.time_of(9000), 1500);
  EXPECT_EQ(TickScale({.ticks = 5, .time = 7}, {.ticks = 5, .time = 9}).time_of(5), 7);
}

TEST(TicksTest, GrowAtTheRateOfTheClock) {
  const Moment before = moment_now();
  Moment after = before;
  while (after.time - before.time < 2'000'000)
    after = moment_now();
  EXPECT_GT(after.ticks, before.ticks);
}

}  // namespace
}  // namespace tensorleak::record
