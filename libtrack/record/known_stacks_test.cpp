#include "libtrack/record/known_stacks.hpp"

#include <gtest/gtest.h>

#include <array>
#include <new>
#include <set>
#include <thread>
#include <vector>

#include "libtrack/record/arena.hpp"
#include "libtrack/record/places.hpp"

namespace tensorleak::record {
namespace {

using Addresses = std::vector<std::uintptr_t>;

/// Gives `blocks` blocks and then none.
class EndingMemory : public std::pmr::memory_resource {
 public:
  explicit EndingMemory(int blocks) : left_(blocks) {}

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (left_-- <= 0) throw std::bad_alloc();
    return blocks_.allocate(bytes, alignment);
  }
  void do_deallocate(void* block, std::size_t bytes, std::size_t alignment) override {
    blocks_.deallocate(block, bytes, alignment);
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  int left_;
  std::pmr::monotonic_buffer_resource blocks_;
};

capture::SeenStack seen(const Addresses& addresses, std::uint64_t generation = 0) {
  return {
      .addresses = addresses, .hash = capture::hash_of_chain(addresses), .generation = generation};
}

class KnownStacksTest : public testing::Test {
 protected:
  std::pmr::monotonic_buffer_resource memory_;
  KnownStacks stacks_{&memory_};
};

TEST_F(KnownStacksTest, AreTheSameForTheSameAddresses) {
  const KnownStack* const first = stacks_.find_or_add(seen({1, 2, 3}));
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(stacks_.find_or_add(seen({1, 2, 3})), first);
  EXPECT_EQ(Addresses(first->addresses.begin(), first->addresses.end()), (Addresses{1, 2, 3}));
}

TEST_F(KnownStacksTest, TellAStackFromItsBeginning) {
  EXPECT_NE(stacks_.find_or_add(seen({1, 2, 3})), stacks_.find_or_add(seen({1, 2})));
  EXPECT_NE(stacks_.find_or_add(seen({1})), stacks_.find_or_add(seen({})));
}

TEST_F(KnownStacksTest, TellOneThatWasCutFromOneThatWasNot) {
  const Addresses addresses = {1, 2};
  capture::SeenStack cut = seen(addresses);
  cut.truncated = true;
  const KnownStack* const first = stacks_.find_or_add(cut);
  EXPECT_NE(first, stacks_.find_or_add(seen({1, 2})));
  EXPECT_TRUE(first->truncated);
}

TEST_F(KnownStacksTest, TellStacksApartWhoseHashesAreEqual) {
  const Addresses addresses = {1, 2};
  const Addresses turned = {2, 1};
  capture::SeenStack one = seen(addresses);
  capture::SeenStack other = seen(turned);
  one.hash = other.hash = 7;
  const KnownStack* const first = stacks_.find_or_add(one);
  const KnownStack* const second = stacks_.find_or_add(other);
  EXPECT_NE(first, second);
  EXPECT_EQ(stacks_.find_or_add(one), first);
  EXPECT_EQ(stacks_.find_or_add(other), second);
}

TEST_F(KnownStacksTest, AreFoundByTheirIds) {
  const KnownStack* const one = stacks_.find_or_add(seen({1}));
  const KnownStack* const other = stacks_.find_or_add(seen({2}));
  EXPECT_EQ(stacks_.find(one->id), one);
  EXPECT_EQ(stacks_.find(other->id), other);
  EXPECT_EQ(stacks_.find({0}), nullptr);
  EXPECT_EQ(stacks_.find({3}), nullptr);
  EXPECT_EQ(stacks_.find({kNoStack}), nullptr);
}

TEST_F(KnownStacksTest, StayWhatTheyAreWhileTheTableGrows) {
  std::vector<const KnownStack*> known;
  for (std::uintptr_t i = 0; i < 50'000; ++i)
    known.push_back(stacks_.find_or_add(seen({i, i + 1})));
  for (std::uintptr_t i = 0; i < 50'000; ++i)
    ASSERT_EQ(stacks_.find_or_add(seen({i, i + 1})), known[i]);
}

TEST_F(KnownStacksTest, AreTheSameInALaterGenerationWhereTheirModulesAre) {
  const KnownStack* const first = stacks_.find_or_add(seen({1, 2}, 5));
  EXPECT_EQ(stacks_.find_or_add(seen({1, 2}, 6)), first);
  EXPECT_EQ(first->generation, 6u);
  // A thread that has not seen the change yet.
  EXPECT_EQ(stacks_.find_or_add(seen({1, 2}, 5)), first);
  EXPECT_EQ(first->generation, 6u);
}

TEST_F(KnownStacksTest, KnowTheModulesOfCodeAndThatItStays) {
  const auto here = reinterpret_cast<std::uintptr_t>(&capture::hash_of_link) + 1;
  const std::uintptr_t token = ~std::uintptr_t{0};
  const KnownStack* const known = stacks_.find_or_add(seen({here, token, 1}, 5));
  ASSERT_EQ(known->modules.size(), 3u);
  ASSERT_NE(known->modules[0], nullptr);
  EXPECT_TRUE(known->modules[0]->path.ends_with("record_unit_tests"));
  EXPECT_EQ(known->modules[1], nullptr);
  EXPECT_EQ(known->modules[2], nullptr);
  EXPECT_EQ(stacks_.find_or_add(seen({here}, 5))->generation, 0u);
}

TEST(KnownStacksOfManyThreads, AreTheSameForAllOfThem) {
  Arena memory(std::size_t{64} << 20);
  KnownStacks stacks(&memory);
  constexpr std::size_t kThreads = 4;
  constexpr std::uintptr_t kStacks = 5'000;
  std::array<std::vector<const KnownStack*>, kThreads> found;
  std::vector<std::thread> threads;
  for (auto& known : found) {
    threads.emplace_back([&] {
      for (std::uintptr_t i = 0; i < kStacks; ++i)
        known.push_back(stacks.find_or_add(seen({i, 2, 3})));
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(std::set(found[0].begin(), found[0].end()).size(), kStacks);
  for (const auto& known : found)
    EXPECT_EQ(known, found[0]);
}

TEST(KnownStacksWithLittleMemory, SayThatThereIsNoneAndStayAsTheyWere) {
  for (int blocks = 0; blocks < 12; ++blocks) {
    EndingMemory memory(blocks);
    KnownStacks stacks(&memory);
    const KnownStack* const known = stacks.find_or_add(seen({~std::uintptr_t{0}, 2}));
    for (std::uintptr_t i = 0; i < 12; ++i)
      stacks.find_or_add(seen({~std::uintptr_t{0}, 3 + i}));
    if (known != nullptr) {
      EXPECT_EQ(stacks.find_or_add(seen({~std::uintptr_t{0}, 2})), known);
      EXPECT_EQ(stacks.find(known->id), known);
    }
    EXPECT_EQ(stacks.find_or_add(seen({~std::uintptr_t{0}, 999})), nullptr);
  }
}

}  // namespace
}  // namespace tensorleak::record
