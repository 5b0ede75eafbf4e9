#include "libtrack/record/places.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tensorleak::record {
namespace {

TEST(Places, HaveOneTokenEach) {
  std::pmr::monotonic_buffer_resource memory;  // as the recorder's, it frees all at once
  Places places(&memory);
  const std::uintptr_t step = places.token_of({"step", "app.js", 8, 3});
  EXPECT_EQ(places.token_of({"step", "app.js", 8, 3}), step);
  EXPECT_NE(places.token_of({"step", "app.js", 8, 4}), step);
  EXPECT_NE(places.token_of({"step", "app.js", 9, 3}), step);
  EXPECT_NE(places.token_of({"stepapp.js", "", 8, 3}), step);
}

TEST(Places, AreCopied) {
  std::pmr::monotonic_buffer_resource memory;  // as the recorder's, it frees all at once
  Places places(&memory);
  std::string function = "step";
  const std::uintptr_t token = places.token_of({function, "app.js", 8, 3});
  function = "gone";
  ASSERT_NE(places.find(token), nullptr);
  EXPECT_EQ(*places.find(token), (Place{"step", "app.js", 8, 3}));
}

TEST(Places, AreNoAddresses) {
  std::pmr::monotonic_buffer_resource memory;  // as the recorder's, it frees all at once
  Places places(&memory);
  places.token_of({"step", "app.js", 8, 3});
  EXPECT_EQ(places.find(0), nullptr);
  EXPECT_EQ(places.find(1), nullptr);
  EXPECT_EQ(places.find(reinterpret_cast<std::uintptr_t>(&places)), nullptr);
  EXPECT_EQ(places.find(places.token_of({}) + 1), nullptr);
}

TEST(Places, AreRefusedWhereMemoryIsAtItsEnd) {
  Places places(std::pmr::null_memory_resource());
  EXPECT_EQ(places.token_of({"step", "app.js", 8, 3}), 0u);
}

}  // namespace
}  // namespace tensorleak::record
