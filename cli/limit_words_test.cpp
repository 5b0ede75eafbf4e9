#include "cli/limit_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tensorleak::cli {
namespace {

using analysis::Label;
using gate::Limit;
using gate::Measure;
using gate::Part;
using testing::HasSubstr;

Limit limit(std::string_view text, Measure measure = Measure::kLeaks) {
  const auto parsed = parse_limit(measure, text);
  EXPECT_TRUE(parsed) << (parsed ? "" : parsed.error());
  return parsed.value_or(Limit{});
}

std::string error(std::string_view text, Measure measure = Measure::kLeaks) {
  const auto parsed = parse_limit(measure, text);
  EXPECT_FALSE(parsed) << text;
  return parsed ? "" : parsed.error();
}

TEST(LimitWords, AreANumberForAll) {
  EXPECT_EQ(limit("0").most, 0u);
  EXPECT_EQ(limit("12", Measure::kSurvivors).most, 12u);
  EXPECT_EQ(limit("12", Measure::kSurvivors).measure, Measure::kSurvivors);
  EXPECT_EQ(limit("12").part, Part::kAll);
  EXPECT_TRUE(limit("12").given);
}

TEST(LimitWords, AreASizeForGrowth) {
  EXPECT_EQ(limit("24", Measure::kGrowth).most, 24u);
  EXPECT_EQ(limit("scope:a=2KiB", Measure::kGrowth).most, 2048u);
  EXPECT_THAT(error("much", Measure::kGrowth), HasSubstr("expected a size such as"));
  EXPECT_THAT(error("0", Measure::kGrowth), HasSubstr("at least 1 byte"));
}

TEST(LimitWords, NameAPart) {
  const Limit scope = limit("scope:a=b/c=3");
  EXPECT_EQ(scope.part, Part::kScope);
  EXPECT_EQ(scope.name, "a=b/c");
  EXPECT_EQ(scope.most, 3u);
  const Limit site = limit("site:3f9a21c4=1");
  EXPECT_EQ(site.part, Part::kSite);
  EXPECT_EQ(site.name, "3f9a21c4");
}

TEST(LimitWords, KnowLabelsInEachSpelling) {
  for (const auto* text :
       {"label:at exit=1", "label:at-exit=1", "label:LEAK, at exit=1", "label:At Exit=1"})
    EXPECT_EQ(limit(text).label, Label::kLeakAtExit) << text;
  EXPECT_EQ(limit("label:growing=1").label, Label::kLeakGrowing);
  EXPECT_EQ(limit("label:held=1").label, Label::kHeld);
}

TEST(LimitWords, ThatAreWrongSayWhatWasExpected) {
  for (const auto* text : {"", "x", "-1", "1.5", "99999999999999999999", "scope:a="})
    EXPECT_THAT(error(text), HasSubstr("expected a whole number, or WHAT:NAME=NUMBER")) << text;
  for (const auto* text : {"op:Sub=1", "scope=1", "scope:=1", "=1"})
    EXPECT_THAT(error(text), HasSubstr("expected label:NAME, scope:NAME or site:")) << text;
  EXPECT_EQ(error("label:leaking=1"),
            "there is no label \"leaking\"; labels are growing, lost, at exit, below, unknown, "
            "pool, cache, steady, held, retained");
  for (const auto* text : {"site:3f9a=1", "site:3F9A21C4=1"})
    EXPECT_THAT(error(text), HasSubstr("hexadecimal digits")) << text;
}

}  // namespace
}  // namespace tensorleak::cli
