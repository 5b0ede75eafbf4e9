#include "libtrack/record/declared_stacks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace tensorleak::record {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(DeclaredStacks, GivesOneStackOneNumber) {
  std::pmr::monotonic_buffer_resource memory;  // frees what the stacks leave, as a session's does
  DeclaredStacks stacks(&memory);
  const std::array<std::uintptr_t, 2> first = {7, 8};
  const std::array<std::uintptr_t, 1> second = {7};
  const std::uint64_t number = stacks.number_of(first);
  EXPECT_EQ(stacks.number_of(second), number + 1);
  EXPECT_EQ(stacks.number_of(first), number);
  EXPECT_THAT(stacks.find(number), ElementsAre(7, 8));
  EXPECT_THAT(stacks.find(number + 1), ElementsAre(7));
  EXPECT_EQ(stacks.size(), 2u);
}

TEST(DeclaredStacks, AnEmptyStackIsNone) {
  DeclaredStacks stacks(std::pmr::new_delete_resource());
  EXPECT_EQ(stacks.number_of({}), kNoStack);
  for (const std::uint64_t unknown : {std::uint64_t{0}, std::uint64_t{1}, kNoStack})
    EXPECT_THAT(stacks.find(unknown), IsEmpty());
}

TEST(DeclaredStacks, GivesNoneWhereMemoryIsAtItsEnd) {
  DeclaredStacks stacks(std::pmr::null_memory_resource());
  const std::array<std::uintptr_t, 1> stack = {7};
  EXPECT_EQ(stacks.number_of(stack), kNoStack);
  EXPECT_EQ(stacks.size(), 0u);
}

}  // namespace
}  // namespace tensorleak::record
