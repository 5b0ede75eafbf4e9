#include "reports/analysis/live_set.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace tensorleak::analysis {
namespace {

using trace::BufferId;
using trace::TensorId;

class LiveSetTest : public ::testing::Test {
 protected:
  void insert(std::uint64_t id, std::uint64_t sequence, std::uint64_t bytes,
              std::optional<std::uint64_t> buffer = std::nullopt) {
    LiveTensor tensor{.site = populations_.site({.stack = static_cast<std::uint32_t>(id)}),
                      .sequence = sequence,
                      .bytes = bytes};
    if (buffer) tensor.buffer = BufferId{*buffer};
    live_.insert(TensorId{id}, tensor);
  }

  std::uint64_t held_at_site_of(std::uint64_t id) {
    return populations_[populations_.site({.stack = static_cast<std::uint32_t>(id)})].held_bytes;
  }

  Populations populations_;
  LiveSet live_{populations_};
};

TEST_F(LiveSetTest, TensorWithoutABufferHoldsItsOwnBytes) {
  insert(1, 1, 64);
  EXPECT_EQ(live_.held_bytes(), 64U);
  EXPECT_EQ(live_.buffers(), 1U);
  EXPECT_EQ(held_at_site_of(1), 64U);
}

TEST_F(LiveSetTest, ASharedBufferCountsAtItsOldestTensor) {
  insert(1, 1, 64, 7);
  insert(2, 2, 64, 7);
  EXPECT_EQ(live_.held_bytes(), 64U);
  EXPECT_EQ(live_.tensor_bytes(), 128U);
  EXPECT_EQ(live_.buffers(), 1U);
  EXPECT_EQ(held_at_site_of(1), 64U);
  EXPECT_EQ(held_at_site_of(2), 0U);
}

TEST_F(LiveSetTest, BytesMoveToTheNextOldestWhenTheOldestGoes) {
  insert(1, 1, 64, 7);
  insert(2, 2, 64, 7);
  insert(3, 3, 64, 7);
  live_.remove(TensorId{1});
  EXPECT_EQ(held_at_site_of(1), 0U);
  EXPECT_EQ(held_at_site_of(2), 64U);
  live_.remove(TensorId{2});
  EXPECT_EQ(held_at_site_of(3), 64U);
  live_.remove(TensorId{3});
  EXPECT_EQ(live_.held_bytes(), 0U);
  EXPECT_EQ(live_.buffers(), 0U);
}

TEST_F(LiveSetTest, AnAssignedOldVariableTakesTheBytesOfAYoungBuffer) {
  insert(5, 50, 64, 7);
  insert(1, 10, 64, 7);
  EXPECT_EQ(held_at_site_of(1), 64U);
  EXPECT_EQ(held_at_site_of(5), 0U);
}

TEST_F(LiveSetTest, RemoveReturnsTheTensorAsItWas) {
  insert(1, 1, 64, 7);
  const auto removed = live_.remove(TensorId{1});
  ASSERT_TRUE(removed);
  EXPECT_EQ(removed->held_bytes, 64U);
  EXPECT_FALSE(live_.remove(TensorId{1}));
}

/// The slow way: every buffer's bytes at its oldest live tensor, computed anew.
TEST_F(LiveSetTest, AgreesWithACountFromScratchOverRandomAliases) {
  struct Model {
    std::uint64_t sequence;
    std::uint64_t buffer;
  };
  std::mt19937 random(3);
  std::map<std::uint64_t, Model> model;
  for (std::uint64_t step = 0; step < 5000; ++step) {
    const std::uint64_t id = random() % 40;
    if (model.erase(id) != 0) {
      live_.remove(TensorId{id});
    } else {
      const std::uint64_t buffer = random() % 8;
      const std::uint64_t sequence = random() % 1000 * 10'000 + step;
      model[id] = {sequence, buffer};
      insert(id, sequence, 64, buffer);
    }
    std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> oldest;
    for (const auto& [tensor, entry] : model) {
      const auto [at, is_new] = oldest.try_emplace(entry.buffer, entry.sequence, tensor);
      if (!is_new) at->second = std::min(at->second, std::pair(entry.sequence, tensor));
    }
    ASSERT_EQ(live_.held_bytes(), oldest.size() * 64);
    ASSERT_EQ(live_.buffers(), oldest.size());
    for (std::uint64_t tensor = 0; tensor < 40; ++tensor) {
      const bool holds = model.contains(tensor) && oldest[model[tensor].buffer].second == tensor;
      ASSERT_EQ(held_at_site_of(tensor), holds ? 64U : 0U) << "step " << step;
    }
  }
}

}  // namespace
}  // namespace tensorleak::analysis
