// Variables, pools, allocators, threads, frames.
#include <gmock/gmock.h>

#include <map>
#include <memory_resource>
#include <thread>
#include <unordered_map>
#include <vector>

#include <track/track.hpp>

#include "libtrack/tensor/recorded_events.hpp"

namespace track {
namespace {

using ::testing::ElementsAre;
using testing::RecordedEvents;

TEST(Variable, SharesTheBufferOfItsInitialValue) {
  const Memory before = memory();
  const Tensor zero = zeros({3});
  const Variable total(zero);
  EXPECT_EQ(memory().num_buffers, before.num_buffers + 1);
  EXPECT_EQ(memory().num_tensors, before.num_tensors + 2);
  zero.dispose();
  EXPECT_THAT(total->data<float>(), ElementsAre(0, 0, 0));
  total.dispose();
  EXPECT_EQ(memory().num_tensors, before.num_tensors);
  EXPECT_EQ(memory().num_bytes, before.num_bytes);
}

TEST(Variable, AssignTakesTheBufferAndKeepsTheIdentity) {
  RecordedEvents events;
  const OwnedTensor zero = owned(zeros({2}));
  const Variable total(zero, "total");
  const std::uint64_t id = total->id();
  const Tensor next = tensor({1, 2});
  total.assign(next);
  next.dispose();
  EXPECT_EQ(total->id(), id);
  EXPECT_THAT(total->data<float>(), ElementsAre(1, 2));
  EXPECT_EQ(events.count("assigned " + std::to_string(id) + " float32 [2] 8 B"), 1U);
  EXPECT_EQ(events.count("named", id), 1U);
  total.dispose();
  EXPECT_EQ(events.count("disposed " + std::to_string(id) + " variable"), 1U);
}

TEST(Variable, RefusesAnotherShapeDtypeOrTheDead) {
  const OwnedTensor zero = owned(zeros({2}));
  const Variable v(zero);
  EXPECT_THROW(v.assign(owned(zeros({3}))), std::invalid_argument);
  EXPECT_THROW(v.assign(owned(zeros({2}, DType::kInt32))), std::invalid_argument);
  v.dispose();
  EXPECT_THROW(v.assign(zero), disposed_error);
  EXPECT_THROW(Variable().assign(zero), disposed_error);
}

TEST(Pool, HandsOutWhatCameBack) {
  TensorPool pool("frames");
  PoolLease first = pool.acquire({2, 2});
  const std::uint64_t id = first->id();
  first->mutable_data<float>()[0] = 7;
  first.release();
  first.release();
  const PoolLease again = pool.acquire({2, 2});
  EXPECT_EQ(again->id(), id);
  EXPECT_EQ(again->data<float>()[0], 7);
  const PoolLease other = pool.acquire({2, 2}, DType::kInt32);
  EXPECT_NE(other->id(), id);
  EXPECT_EQ(pool.reserved(), 2U);
  EXPECT_EQ(pool.used(), 2U);
}

TEST(Pool, ShowsItsGrowth) {
  RecordedEvents events;
  TensorPool pool("frames");
  const PoolLease lease = pool.acquire({2});
  EXPECT_EQ(events.count("resource frames reserved 1"), 1U);
  EXPECT_EQ(events.count("resource frames used 1"), 1U);
  static_cast<void>(pool.acquire({2}));
  EXPECT_EQ(events.count("resource frames reserved 2"), 2U);
}

TEST(Pool, DisposesWithItselfAndItsLastLease) {
  RecordedEvents events;
  const Memory before = memory();
  {
    PoolLease survivor;
    {
      TensorPool pool;
      survivor = pool.acquire({2});
      pool.acquire({2}).release();
    }
    EXPECT_EQ(memory().num_tensors, before.num_tensors + 1);
    EXPECT_FALSE(survivor->is_disposed());
  }
  EXPECT_EQ(memory().num_tensors, before.num_tensors);
  EXPECT_EQ(events.count("disposed "), 2U);
}

TEST(Pool, SurvivesATensorThatTheProgramDisposed) {
  TensorPool pool;
  PoolLease lease = pool.acquire({2});
  const Tensor handle = lease.get();
  lease->dispose();
  lease.release();
  EXPECT_EQ(pool.reserved(), 0U);
  EXPECT_FALSE(pool.acquire({2})->is_disposed());
  pool.trim();
  EXPECT_EQ(pool.reserved(), 0U);
}

TEST(Allocator, ReportsEachBlockOfAContainer) {
  RecordedEvents events;
  {
    std::vector<float, Allocator<float>> values(3);
    EXPECT_THAT(events.take(), ElementsAre("created allocator allocate float32 [3] 12 B"));
    const auto moved = std::move(values);
    std::map<int, int, std::less<>, Allocator<std::pair<const int, int>>> tree = {{1, 2}, {3, 4}};
    EXPECT_EQ(events.count("created allocator"), 2U);
    std::unordered_map<int, int, std::hash<int>, std::equal_to<>,
                       Allocator<std::pair<const int, int>>>
        table(Allocator<std::pair<const int, int>>("cache"));
    table[1] = 2;
    EXPECT_GE(events.count("created cache"), 1U);
  }
  EXPECT_EQ(events.count("created cache"), events.count("disposed cache"));
  EXPECT_EQ(events.count("disposed allocator"), 3U);
}

TEST(Allocator, IsEqualWhereTheHeapIs) {
  EXPECT_EQ(Allocator<int>("a"), Allocator<float>("a"));
  EXPECT_NE(Allocator<int>("a"), Allocator<int>("b"));
  std::vector<int, Allocator<int>> a({1}, Allocator<int>("a"));
  const std::vector<int, Allocator<int>> b({2}, Allocator<int>("b"));
  a = b;
  EXPECT_EQ(a[0], 2);
}

TEST(MemoryResource, ReportsWhatItTakesFromAbove) {
  RecordedEvents events;
  memory_resource tracked("messages");
  {
    const std::pmr::vector<std::byte> message(100, &tracked);
    EXPECT_EQ(message.size(), 100U);
  }
  EXPECT_THAT(events.take(), ElementsAre("created messages allocate uint8 [100] 100 B",
                                         "disposed messages dispose"));
  EXPECT_TRUE(tracked.is_equal(tracked));
  EXPECT_FALSE(tracked.is_equal(*std::pmr::get_default_resource()));
}

TEST(Recording, PassesMarksAndPathsOn) {
  RecordedEvents events;
  frame();
  frame("audio");
  EXPECT_EQ(start("x.tltrace"), TRACK_OK);
  EXPECT_THAT(events.take(), ElementsAre("frame -", "frame audio", "start x.tltrace"));
}

TEST(Threads, MakeReadAndDisposeAtOnce) {
  const Memory before = memory();
  const OwnedTensor shared = owned(ones({16}));
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&shared] {
      for (int turn = 0; turn < 500; ++turn) {
        const float total = tidy([&] { return sum(add(shared, shared)).data<float>()[0]; });
        EXPECT_EQ(total, 32);
        const Tensor copy = shared->clone();
        copy.dispose();
      }
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(memory().num_tensors, before.num_tensors + 1);
  EXPECT_EQ(memory().num_bytes, before.num_bytes + 64);
}

TEST(Threads, OneOfSeveralDisposesATidysTensor) {
  RecordedEvents events;
  for (int turn = 0; turn < 200; ++turn) {
    std::thread other;
    tidy([&] {
      const Tensor t = scalar(turn);
      other = std::thread([t] { t.dispose(); });
    });
    other.join();
  }
  // Whoever comes second: the tidy says nothing, a dispose() is a second dispose.
  EXPECT_GE(events.count("disposed "), 200U);
  EXPECT_EQ(events.count("lost "), 0U);
}

}  // namespace
}  // namespace track
