#include "libtrack/record/arena.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

namespace tensorleak::record {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

TEST(Arena, GivesAlignedBlocksThatDoNotOverlap) {
  Arena arena(64 * kMiB);
  std::vector<unsigned char*> blocks;
  for (std::size_t size = 1; size < 300; ++size) {
    auto* const block = static_cast<unsigned char*>(arena.allocate(size));
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(block) % alignof(std::max_align_t), 0u);
    std::memset(block, static_cast<int>(size % 251), size);
    blocks.push_back(block);
  }
  for (std::size_t size = 1; size < 300; ++size) {
    ASSERT_EQ(blocks[size - 1][0], size % 251);
    ASSERT_EQ(blocks[size - 1][size - 1], size % 251);
  }
}

TEST(Arena, UsesSmallBlocksAgain) {
  Arena arena(64 * kMiB);
  void* const first = arena.allocate(100);
  arena.deallocate(first, 100);
  EXPECT_EQ(arena.allocate(100), first);
}

TEST(Arena, GivesBigBlocksBackToTheSystem) {
  Arena arena(64 * kMiB);
  void* const block = arena.allocate(10 * kMiB);
  EXPECT_EQ(arena.used(), 10 * kMiB);
  arena.deallocate(block, 10 * kMiB);
  EXPECT_EQ(arena.used(), 0u);
}

TEST(Arena, ThrowsAtItsBoundAndGoesOnBelowIt) {
  Arena arena(4 * kMiB);
  void* const block = arena.allocate(3 * kMiB);
  EXPECT_THROW(static_cast<void>(arena.allocate(2 * kMiB)), std::bad_alloc);
  volatile std::size_t more_than_any_address = SIZE_MAX - 10;  // the compiler would know, and warn
  EXPECT_THROW(static_cast<void>(arena.allocate(more_than_any_address)), std::bad_alloc);
  arena.deallocate(block, 3 * kMiB);
  EXPECT_NO_THROW(arena.deallocate(arena.allocate(2 * kMiB), 2 * kMiB));
}

}  // namespace
}  // namespace tensorleak::record
