#include "reports/gate/pattern.hpp"

#include <gtest/gtest.h>

namespace tensorleak::gate {
namespace {

TEST(Pattern, IsAPartOfTheText) {
  EXPECT_TRUE(fits("Frame", "onFrame()"));
  EXPECT_TRUE(fits("onFrame()", "onFrame()"));
  EXPECT_FALSE(fits("frame", "onFrame()"));
  EXPECT_FALSE(fits("onFrame()x", "onFrame()"));
}

TEST(Pattern, StarStandsForAnyCharactersAndForNone) {
  EXPECT_TRUE(fits("on*()", "onFrame()"));
  EXPECT_TRUE(fits("on*Frame", "onFrame()"));
  EXPECT_TRUE(fits("*", "x"));
  EXPECT_TRUE(fits("a*b*c", "xaxbxcx"));
  EXPECT_FALSE(fits("a*b*c", "xaxcxbx"));
  EXPECT_FALSE(fits("aa*a", "aa")) << "parts do not overlap";
}

TEST(Pattern, CaretIsTheBeginning) {
  EXPECT_TRUE(fits("^on", "onFrame"));
  EXPECT_FALSE(fits("^Frame", "onFrame"));
  EXPECT_TRUE(fits("^*Frame", "onFrame"));
  EXPECT_FALSE(fits("^a*b", "xab"));
  EXPECT_TRUE(fits("a^b", "a^b"));
}

TEST(Pattern, DollarIsTheEnd) {
  EXPECT_TRUE(fits("Frame$", "onFrame"));
  EXPECT_FALSE(fits("on$", "onFrame"));
  EXPECT_TRUE(fits("foo$", "foofoo")) << "not only the first place counts";
  EXPECT_TRUE(fits("a*b$", "a b b"));
  EXPECT_FALSE(fits("a*b$", "a b c"));
  EXPECT_FALSE(fits("ab*b$", "ab")) << "parts do not overlap";
  EXPECT_TRUE(fits("on*$", "onFrame"));
  EXPECT_TRUE(fits("$f", "a.$f()")) << "a name in JavaScript";
}

TEST(Pattern, BothAreTheWholeText) {
  EXPECT_TRUE(fits("^onFrame$", "onFrame"));
  EXPECT_FALSE(fits("^onFrame$", "onFrames"));
  EXPECT_FALSE(fits("^onFrame$", "ononFrame"));
  EXPECT_TRUE(fits("^on*e$", "onFrame"));
}

TEST(Pattern, AnEmptyTextFitsNothing) {
  EXPECT_FALSE(fits("*", ""));
  EXPECT_FALSE(fits("", ""));
  EXPECT_FALSE(fits("^$", ""));
}

}  // namespace
}  // namespace tensorleak::gate
