#include "libtrack/record/live_table.hpp"

#include <gtest/gtest.h>

#include <new>

#include "libtrack/record/arena.hpp"

namespace tensorleak::record {
namespace {

class LiveTableTest : public testing::Test {
 protected:
  Arena memory_{std::size_t{64} << 20};
  LiveTable table_{&memory_};
};

TEST_F(LiveTableTest, GivesAKeyThatIsUsedAgainANewId) {
  const auto first = table_.create({0, 7}, 0).id;
  EXPECT_EQ(table_.dispose({0, 7}), first);
  EXPECT_NE(table_.create({0, 7}, 0).id, first);
}

TEST_F(LiveTableTest, KeepsHeapsApart) {
  const auto one = table_.create({0, 7}, 0).id;
  const auto other = table_.create({1, 7}, 0).id;
  EXPECT_NE(one, other);
  EXPECT_EQ(table_.dispose({1, 7}), other);
  EXPECT_EQ(table_.find({0, 7}), one);
}

TEST_F(LiveTableTest, KeepsTheIdOfAKeyThatIsAlive) {
  const auto first = table_.create({0, 7}, 0).id;
  EXPECT_EQ(table_.create({0, 7}, 0).id, first);
  EXPECT_EQ(table_.size(), 1u);
}

TEST_F(LiveTableTest, SharesABufferWhileOneOfItsTensorsLives) {
  const auto one = table_.create({0, 1}, 100).buffer;
  const auto other = table_.create({0, 2}, 100).buffer;
  EXPECT_EQ(one, other);
  table_.dispose({0, 1});
  EXPECT_EQ(table_.create({0, 3}, 100).buffer, one);
  table_.dispose({0, 2});
  table_.dispose({0, 3});
  EXPECT_NE(table_.create({0, 4}, 100).buffer, one);
}

TEST_F(LiveTableTest, HasNoBufferIdForABufferOfItsOwn) {
  EXPECT_EQ(table_.create({0, 1}, 0).buffer, std::nullopt);
}

TEST_F(LiveTableTest, KnowsNothingOfKeysThatWereNeverMade) {
  EXPECT_EQ(table_.dispose({0, 9}), std::nullopt);
  EXPECT_EQ(table_.find({0, 9}), std::nullopt);
  EXPECT_EQ(table_.recently_disposed({0, 9}), std::nullopt);
}

TEST_F(LiveTableTest, RemembersWhatWasJustDisposed) {
  const auto id = table_.create({0, 7}, 0).id;
  table_.dispose({0, 7});
  EXPECT_EQ(table_.recently_disposed({0, 7}), id);
  EXPECT_EQ(table_.recently_disposed({1, 7}), std::nullopt);
}

TEST(LiveTableWithLittleMemory, ThrowsAndKeepsWhatItHas) {
  Arena memory(std::size_t{4} << 20);
  LiveTable table(&memory);
  std::uint64_t made = 0;
  EXPECT_THROW(for (; made < 1'000'000; ++made) table.create({0, made}, made + 1), std::bad_alloc);
  EXPECT_EQ(table.size(), made);
  for (std::uint64_t key = 0; key < made; ++key)
    ASSERT_TRUE(table.dispose({0, key}));
  EXPECT_EQ(table.size(), 0u);
}

}  // namespace
}  // namespace tensorleak::record
