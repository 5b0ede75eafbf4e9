#include "libtrack/record/settings.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace tensorleak::record {
namespace {

class SettingsTest : public testing::Test {
 protected:
  static Settings read(std::map<std::string, std::string> given) {
    SettingsTest::variables = std::move(given);
    return read_settings([](const char* name) -> const char* {
      const auto found = variables.find(name);
      return found == variables.end() ? nullptr : found->second.c_str();
    });
  }

 private:
  static std::map<std::string, std::string> variables;
};
std::map<std::string, std::string> SettingsTest::variables;

TEST_F(SettingsTest, RecordNothingByThemselves) {
  const Settings settings = read({});
  EXPECT_EQ(settings.trace, nullptr);
  EXPECT_FALSE(settings.disabled);
  EXPECT_TRUE(settings.unwind);
  EXPECT_EQ(settings.max_depth, capture::kDefaultDepth);
}

TEST_F(SettingsTest, AreSwitchedOffByAnythingButNothingAndZero) {
  EXPECT_TRUE(read({{"TENSORLEAK_DISABLE", "1"}}).disabled);
  EXPECT_TRUE(read({{"TENSORLEAK_DISABLE", "yes"}}).disabled);
  EXPECT_FALSE(read({{"TENSORLEAK_DISABLE", "0"}}).disabled);
  EXPECT_FALSE(read({{"TENSORLEAK_DISABLE", ""}}).disabled);
}

TEST_F(SettingsTest, SayHowStacksAreCaptured) {
  const auto capture = [](const char* word) { return read({{"TENSORLEAK_CAPTURE", word}}); };
  EXPECT_FALSE(capture("none").unwind);
  EXPECT_TRUE(capture("unwind").unwind);
  EXPECT_FALSE(capture("unwind").check_unwind);
  EXPECT_TRUE(capture("check").unwind && capture("check").check_unwind);
  EXPECT_TRUE(capture("fast").unwind);
}

TEST_F(SettingsTest, UnderstandSizes) {
  const auto memory = [](const char* text) {
    return read({{"TENSORLEAK_MAX_MEMORY", text}}).max_memory;
  };
  const std::size_t unset = Settings().max_memory;
  EXPECT_EQ(memory("64MiB"), std::size_t{64} << 20);
  EXPECT_EQ(memory("2G"), std::size_t{2} << 30);
  EXPECT_EQ(memory("100000000"), 100'000'000u);
  EXPECT_EQ(memory("1"), kLeastMemory);
  for (const char* const wrong :
       {"", "MiB", "5 parsecs", "-1", "99999999999999999999", "99999999999GiB"}) {
    EXPECT_EQ(memory(wrong), unset) << wrong;
  }
}

TEST_F(SettingsTest, BoundTheDepth) {
  const auto depth = [](const char* text) {
    return read({{"TENSORLEAK_MAX_DEPTH", text}}).max_depth;
  };
  EXPECT_EQ(depth("20"), 20u);
  EXPECT_EQ(depth("100000"), capture::kMaxDepth);
  EXPECT_EQ(depth("0"), capture::kDefaultDepth);
  EXPECT_EQ(depth("10x"), capture::kDefaultDepth);
}

}  // namespace
}  // namespace tensorleak::record
