#include "cli/size.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tensorleak::cli {
namespace {

using testing::HasSubstr;

TEST(ParseSize, TakesPlainBytes) {
  EXPECT_EQ(parse_size("4294967296"), 4294967296u);
  EXPECT_EQ(parse_size("1"), 1u);
  EXPECT_EQ(parse_size("100B"), 100u);
}

TEST(ParseSize, BinaryUnitsArePowersOf1024) {
  EXPECT_EQ(parse_size("4GiB"), std::uint64_t{4} << 30);
  EXPECT_EQ(parse_size("2 MiB"), std::uint64_t{2} << 20);
  EXPECT_EQ(parse_size("3g"), std::uint64_t{3} << 30);
  EXPECT_EQ(parse_size("1.5KiB"), 1536u);
}

TEST(ParseSize, DecimalUnitsArePowersOf1000) {
  EXPECT_EQ(parse_size("512MB"), 512000000u);
  EXPECT_EQ(parse_size("1kB"), 1000u);
  EXPECT_EQ(parse_size("2TB"), 2000000000000u);
}

TEST(ParseSize, RefusesWhatIsNoSize) {
  for (const auto* text : {"", "GiB", "four", "4 apples", "4GiBs", "-1", "4GiB 2", "nan", "inf",
                           "0x10", "1,000", " 4"}) {
    const auto size = parse_size(text);
    ASSERT_FALSE(size) << text;
    EXPECT_THAT(size.error(), HasSubstr(text));
  }
}

TEST(ParseSize, RefusesNothingAndTooMuch) {
  EXPECT_EQ(parse_size("0").error(), "the size must be at least 1 byte, found \"0\"");
  EXPECT_EQ(parse_size("0.5").error(), "the size must be at least 1 byte, found \"0.5\"");
  EXPECT_EQ(parse_size("9000000000GiB").error(),
            "the size is beyond all memory: \"9000000000GiB\"");
}

}  // namespace
}  // namespace tensorleak::cli
