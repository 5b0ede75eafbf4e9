#include "libtrack/record/trace_path.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tensorleak::record {
namespace {

std::string path_for(const std::string& pattern, Whose whose) {
  PathBuffer path{};
  return trace_path(pattern, whose, 42, path) ? path.data() : "too long";
}

TEST(TracePath, IsThePatternForTheFirstProcess) {
  EXPECT_EQ(path_for("a/b.tltrace", Whose::kFirst), "a/b.tltrace");
}

TEST(TracePath, HasTheProcessWhereThePatternSaysSo) {
  EXPECT_EQ(path_for("t-%p-%p.x", Whose::kFirst), "t-42-42.x");
  EXPECT_EQ(path_for("t-%p.x", Whose::kOther), "t-42.x");
}

TEST(TracePath, HasTheProcessAtTheEndForOthers) {
  EXPECT_EQ(path_for("a/b.tltrace", Whose::kOther), "a/b.tltrace.42");
}

TEST(TracePath, KeepsOtherPercentSigns) {
  EXPECT_EQ(path_for("100%-%d-%", Whose::kFirst), "100%-%d-%");
}

TEST(TracePath, SaysWhereItIsTooLong) {
  EXPECT_EQ(path_for(std::string(PATH_MAX, 'a'), Whose::kFirst), "too long");
  EXPECT_EQ(path_for(std::string(PATH_MAX - 2, 'a'), Whose::kOther), "too long");
  EXPECT_EQ(path_for(std::string(PATH_MAX - 1, 'a'), Whose::kFirst).size(), PATH_MAX - 1u);
}

}  // namespace
}  // namespace tensorleak::record
