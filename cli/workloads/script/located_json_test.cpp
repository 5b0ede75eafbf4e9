#include "cli/workloads/script/located_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tensorleak::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string place(const JsonValue& value) {
  return std::to_string(value.line) + ":" + std::to_string(value.column);
}

std::string error(std::string_view text) {
  const auto parsed = parse_located(text, "s.json");
  return parsed ? "none" : parsed.error().text();
}

TEST(LocatedJson, KnowsWhereItsValuesStand) {
  const auto parsed = parse_located(R"({
  "frames": 40,
  "steps": [
    {"op": "add"},
    [true, null, 1.5]
  ]
})",
                                    "s.json");
  ASSERT_TRUE(parsed) << parsed.error().text();
  EXPECT_EQ(place(*parsed), "1:1");
  EXPECT_EQ(place(*parsed->find("frames")), "2:14");  // its last digit
  const JsonValue* const steps = parsed->find("steps");
  ASSERT_NE(steps, nullptr);
  const auto& members = *steps->as<JsonValue::Array>();
  EXPECT_EQ(place(members[0]), "4:5");
  EXPECT_EQ(place(*members[0].find("op")), "4:16");
  EXPECT_EQ(members[1].as<JsonValue::Array>()->size(), 3u);
  EXPECT_EQ(parsed->find("nothing"), nullptr);
}

TEST(LocatedJson, KnowsTheLineOfANumberThatEndsIt) {
  const auto parsed = parse_located("{\"frames\":\n 40\n}", "s.json");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->find("frames")->line, 2u);
  EXPECT_EQ(*parsed->find("frames")->as<std::int64_t>(), 40);
}

TEST(LocatedJson, KeepsKindsApart) {
  const auto parsed =
      parse_located(R"([null, true, 1, 1.5, "s", [], {}, 18446744073709551615])", "");
  ASSERT_TRUE(parsed);
  std::string kinds;
  for (const JsonValue& value : *parsed->as<JsonValue::Array>())
    kinds += std::string(value.kind()) + "; ";
  EXPECT_EQ(
      kinds,
      "null; a truth value; a whole number; a number; a string; a list; an object; a number; ");
}

TEST(LocatedJson, TellsMistakesAtTheirPlace) {
  EXPECT_THAT(error("{\"a\": 1,\n \"b\" 2}"), StartsWith("s.json:2:7: this is not JSON: syntax"));
  EXPECT_THAT(error(""), HasSubstr("this is not JSON"));
  EXPECT_THAT(error("{} x"), HasSubstr("this is not JSON"));
  EXPECT_THAT(error("{\"a\": 1,\n\"a\": 2}"),
              StartsWith("s.json:2:3: \"a\" stands twice in one object"));
  EXPECT_THAT(error(std::string(300, '[')), HasSubstr("nested too deeply"));
}

}  // namespace
}  // namespace tensorleak::cli
