#include "libtrack/capture/stack_table.hpp"

#include <gtest/gtest.h>

#include <array>
#include <new>

namespace tensorleak::capture {
namespace {

using Addresses = std::vector<std::uintptr_t>;

std::uint64_t same_for_all(std::span<const std::uintptr_t> /*addresses*/) noexcept {
  return 7;
}

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

class StackTableTest : public testing::Test {
 protected:
  std::pmr::monotonic_buffer_resource memory_;
  StackTable table_{&memory_};
};

TEST_F(StackTableTest, GivesTheSameIdToTheSameStack) {
  const auto first = table_.intern(Addresses{1, 2, 3});
  const auto again = table_.intern(Addresses{1, 2, 3});
  EXPECT_TRUE(first.is_new);
  EXPECT_FALSE(again.is_new);
  EXPECT_EQ(first.id, again.id);
}

TEST_F(StackTableTest, TellsAStackFromItsBeginning) {
  EXPECT_NE(table_.intern(Addresses{1, 2, 3}).id, table_.intern(Addresses{1, 2}).id);
  EXPECT_NE(table_.intern(Addresses{1}).id, table_.intern(Addresses{}).id);
}

TEST_F(StackTableTest, TellsStacksApartWhoseHashesAreEqual) {
  StackTable table(&memory_, same_for_all);
  const auto one = table.intern(Addresses{1, 2});
  const auto other = table.intern(Addresses{2, 1});
  EXPECT_NE(one.id, other.id);
  EXPECT_EQ(table.intern(Addresses{1, 2}).id, one.id);
  EXPECT_EQ(table.intern(Addresses{2, 1}).id, other.id);
}

TEST_F(StackTableTest, KeepsIdsWhileItGrows) {
  std::vector<trace::StackId> ids;
  for (std::uintptr_t i = 0; i < 50'000; ++i)
    ids.push_back(table_.intern(Addresses{i, i + 1}).id);
  for (std::uintptr_t i = 0; i < 50'000; ++i) {
    const auto again = table_.intern(Addresses{i, i + 1});
    ASSERT_FALSE(again.is_new);
    ASSERT_EQ(again.id, ids[i]);
  }
  EXPECT_EQ(table_.size(), 50'000u);
}

TEST_F(StackTableTest, GivesANewIdWhereOtherCodeLiesNow) {
  const auto unloaded = table_.intern(Addresses{0x1010, 0x5000});
  const auto other = table_.intern(Addresses{0x5000});
  table_.forget({0x1000, 0x2000});
  const auto reloaded = table_.intern(Addresses{0x1010, 0x5000});
  EXPECT_TRUE(reloaded.is_new);
  EXPECT_NE(reloaded.id, unloaded.id);
  EXPECT_EQ(table_.intern(Addresses{0x5000}).id, other.id);
}

TEST_F(StackTableTest, ForgetsACallAtTheVeryEndOfTheCode) {
  const auto unloaded = table_.intern(Addresses{0x2000});
  table_.forget({0x1000, 0x2000});
  EXPECT_NE(table_.intern(Addresses{0x2000}).id, unloaded.id);
}

TEST_F(StackTableTest, DropsForgottenStacksWhenItGrows) {
  for (std::uintptr_t i = 0; i < 700; ++i)
    table_.intern(Addresses{0x1001 + i});
  table_.forget({0x1000, 0x2000});
  for (std::uintptr_t i = 0; i < 700; ++i)
    table_.intern(Addresses{0x9000 + i});
  EXPECT_EQ(table_.size(), 700u);
}

TEST(StackTableWithLittleMemory, ThrowsAndStaysAsItWas) {
  EndingMemory memory(2);  // the slots and one stack
  StackTable table(&memory);
  const Addresses known = {1, 2};
  const auto first = table.intern(known);
  EXPECT_THROW(table.intern(Addresses{3, 4}), std::bad_alloc);
  EXPECT_EQ(table.intern(known).id, first.id);
  EXPECT_EQ(table.size(), 1u);
}

}  // namespace
}  // namespace tensorleak::capture
