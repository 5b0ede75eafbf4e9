// Maps as compilers make them, by hand, and as nobody should make them.
#include "reports/symbols/source_maps/source_map.hpp"

#include <gmock/gmock.h>

#include <string>

#include "reports/symbols/source_maps/base64.hpp"

namespace tensorleak::symbols {
namespace {

using ::testing::HasSubstr;

/// A map of one source and one name with these mappings.
std::string map_with(const std::string& mappings) {
  return R"({"version":3,"sources":["a.ts"],"names":["train"],"mappings":")" + mappings + "\"}";
}

std::string found_at(const std::string& json, std::uint32_t line, std::uint32_t column) {
  const auto map = SourceMap::read(json);
  if (!map) return "! " + map.error().what;
  const auto found = map->find({.line = line, .column = column});
  if (!found) return "";
  std::string text = std::string(found->source) + ":" + std::to_string(found->line) + ":" +
                     std::to_string(found->column);
  if (!found->name.empty()) text += " " + std::string(found->name);
  return text + (found->is_exact ? " exactly" : "");
}

TEST(SourceMap, TakesThePlaceFromTheLastMappingBeforeIt) {
  // AAAA: column 0, source 0, 0:0. KAEC: column 5, line 2, column 1. The second line: IACE, name 0.
  const std::string map = map_with("AAAA,KAECA;IACE");
  EXPECT_EQ(found_at(map, 0, 0), "a.ts:0:0 exactly");
  EXPECT_EQ(found_at(map, 0, 4), "a.ts:0:0");
  EXPECT_EQ(found_at(map, 0, 5), "a.ts:2:1 train exactly");
  EXPECT_EQ(found_at(map, 0, 500), "a.ts:2:1 train");
  EXPECT_EQ(found_at(map, 1, 3), "");  // no mapping before it in its line
  EXPECT_EQ(found_at(map, 1, 4), "a.ts:3:3 exactly");
  EXPECT_EQ(found_at(map, 2, 0), "");
}

TEST(SourceMap, ReadsNumbersOfSeveralDigitsAndBothSigns) {
  // +//B: 32,767 in four digits. 9//B: back by 32,766.
  EXPECT_EQ(found_at(map_with("AA+//BA,CA9//BA"), 0, 0), "a.ts:32767:0 exactly");
  EXPECT_EQ(found_at(map_with("AA+//BA,CA9//BA"), 0, 1), "a.ts:1:0 exactly");
}

TEST(SourceMap, HasNoOriginalWhereASegmentSaysNone) {
  EXPECT_EQ(found_at(map_with("AAAA,K"), 0, 6), "");
  EXPECT_EQ(found_at(R"({"version":3,"sources":[null],"names":[],"mappings":"AAAA"})", 0, 0), "");
}

TEST(SourceMap, SortsTheSegmentsOfALine) {
  EXPECT_EQ(found_at(map_with("KAEA,LAFA"), 0, 1), "a.ts:0:0");
  EXPECT_EQ(found_at(map_with("KAEA,LAFA"), 0, 6), "a.ts:2:0");
}

TEST(SourceMap, PutsTheSourceRootInFront) {
  EXPECT_EQ(
      found_at(R"({"version":3,"sourceRoot":"../src","sources":["a.ts"],"mappings":"AAAA"})", 0, 0),
      "../src/a.ts:0:0 exactly");
}

TEST(SourceMap, FindsThePlaceInTheSectionsOfAnIndexMap) {
  const std::string index =
      R"({"version":3,"sections":[{"offset":{"line":0,"column":0},"map":)" + map_with("AAAA") +
      R"(},{"offset":{"line":2,"column":10},"map":)" +
      R"({"version":3,"sources":["b.ts"],"names":[],"mappings":"AAAA,KAAK;AACA"}}]})";
  EXPECT_EQ(found_at(index, 0, 7), "a.ts:0:0");
  EXPECT_EQ(found_at(index, 2, 9), "");
  EXPECT_EQ(found_at(index, 2, 10), "b.ts:0:0 exactly");
  EXPECT_EQ(found_at(index, 2, 15), "b.ts:0:5 exactly");
  EXPECT_EQ(found_at(index, 3, 2),
            "b.ts:1:5");  // columns are the file's own from the second line on
}

TEST(SourceMap, IsReadBehindALineThatKeepsItFromBeingAScript) {
  EXPECT_EQ(found_at(")]}'\n" + map_with("AAAA"), 0, 0), "a.ts:0:0 exactly");
}

TEST(SourceMap, IsRefusedInWords) {
  EXPECT_THAT(found_at("", 0, 0), HasSubstr("not a JSON object"));
  EXPECT_THAT(found_at("[3]", 0, 0), HasSubstr("not a JSON object"));
  EXPECT_THAT(found_at(map_with("AAAA").substr(0, 40), 0, 0), HasSubstr("not a JSON object"));
  EXPECT_THAT(found_at(R"({"version":2,"mappings":""})", 0, 0), HasSubstr("version is not 3"));
  EXPECT_THAT(found_at(R"({"version":3})", 0, 0), HasSubstr("no mappings"));
  EXPECT_THAT(found_at(map_with("AA"), 0, 0), HasSubstr("neither one field nor four nor five"));
  EXPECT_THAT(found_at(map_with("AAAAAA"), 0, 0), HasSubstr("more than five fields"));
  EXPECT_THAT(found_at(map_with("AAA!"), 0, 0), HasSubstr("not base64"));
  EXPECT_THAT(found_at(map_with("AAAg"), 0, 0), HasSubstr("cut off"));
  EXPECT_THAT(found_at(map_with("gggggggggggg"), 0, 0), HasSubstr("too long"));
  EXPECT_THAT(found_at(map_with("ACAA"), 0, 0), HasSubstr("source that is not there"));
  EXPECT_THAT(found_at(map_with("AAAAC"), 0, 0), HasSubstr("name that is not there"));
}

TEST(SourceMap, IsRefusedWherePlacesAreNegativeOrTooLarge) {
  EXPECT_THAT(found_at(map_with("AADA"), 0, 0), HasSubstr("negative or too large"));
  EXPECT_THAT(found_at(map_with("D"), 0, 0), HasSubstr("negative or too large"));
  EXPECT_THAT(found_at(map_with("AA+/////DA,AA+/////DA"), 0, 0),
              HasSubstr("negative or too large"));
}

TEST(SourceMap, IsRefusedWhereItClaimsTooMuch) {
  EXPECT_THAT(found_at(map_with(std::string(kMostLines + 5, ';')), 0, 0),
              HasSubstr("too many lines"));
  EXPECT_THAT(found_at(std::string(kMostMapBytes + 1, ' '), 0, 0), HasSubstr("larger than 64 MiB"));
}

TEST(SourceMap, IsRefusedWhereSectionsMakeNoSense) {
  const auto section = [](const std::string& offset, const std::string& map) {
    return R"({"offset":)" + offset + R"(,"map":)" + map + "}";
  };
  const auto index = [](const std::string& sections) {
    return R"({"version":3,"sections":[)" + sections + "]}";
  };
  const std::string first = R"({"line":1,"column":0})";
  const std::string map = map_with("AAAA");
  EXPECT_THAT(found_at(index(section(first, map) + "," + section(first, map)), 0, 0),
              HasSubstr("not in order"));
  EXPECT_THAT(found_at(index(section(R"({"line":-1,"column":0})", map)), 0, 0),
              HasSubstr("where it begins"));
  EXPECT_THAT(found_at(index(section(first, index(section(first, map)))), 0, 0),
              HasSubstr("an index map itself"));
  EXPECT_THAT(found_at(index("7"), 0, 0), HasSubstr("no object"));
  EXPECT_THAT(found_at(R"({"version":3,"sections":7})", 0, 0), HasSubstr("no list"));
}

TEST(Base64, IsDecodedWithAndWithoutItsPadding) {
  EXPECT_EQ(decode_base64("bGVhaw=="), "leak");
  EXPECT_EQ(decode_base64("bGVhaw"), "leak");
  EXPECT_EQ(decode_base64(""), "");
  EXPECT_EQ(decode_base64("b"), std::nullopt);
  EXPECT_EQ(decode_base64("b*=="), std::nullopt);
}

}  // namespace
}  // namespace tensorleak::symbols
