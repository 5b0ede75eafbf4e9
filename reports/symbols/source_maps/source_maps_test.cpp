// Maps beside generated files and in them.
#include "reports/symbols/source_maps/source_maps.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

#include "reports/symbols/source_maps/generated_code.hpp"

namespace tensorleak::symbols {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace fs = std::filesystem;

class MapsInAFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::create_directories(root_ / "dist");
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(root_ / name) << text;
  }

  std::string found(SourceMaps& maps, const std::string& file, std::uint32_t line,
                    std::uint32_t column) const {
    const auto place = maps.find(file, line, column);
    if (!place) return "";
    return place->file + ":" + std::to_string(place->line) + ":" + std::to_string(place->column);
  }

  static constexpr const char* kMap =
      R"({"version":3,"sources":["../src/a.ts"],"names":["train"],"mappings":"AAAA,IAEEA"})";
  fs::path root_;
};

TEST_F(MapsInAFolder, AreFoundBesideTheFile) {
  write("dist/a.js", "let t();\n//# sourceMappingURL=a.js.map\n");
  write("dist/a.js.map", kMap);
  SourceMaps maps(root_.string());
  EXPECT_EQ(found(maps, "dist/a.js", 1, 1), "src/a.ts:1:1");
  EXPECT_EQ(found(maps, "dist/a.js", 1, 6), "src/a.ts:3:3");
  EXPECT_EQ(found(maps, "dist/a.js", 2, 1), "");
  EXPECT_EQ(found(maps, "dist/a.js", 0, 0), "");
  EXPECT_EQ(found(maps, (root_ / "dist/a.js").string(), 1, 1),
            (root_ / "src/a.ts").string() + ":1:1");
  EXPECT_EQ(found(maps, "file://" + (root_ / "dist/a.js").string(), 1, 1),
            (root_ / "src/a.ts").string() + ":1:1");
  EXPECT_THAT(maps.notes(), IsEmpty());
}

TEST_F(MapsInAFolder, NameWhatIsCalled) {
  write("dist/a.js", "let t();\n//# sourceMappingURL=a.js.map\n");
  write("dist/a.js.map", kMap);
  SourceMaps maps(root_.string());
  const auto place = maps.find("dist/a.js", 1, 5);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->generated_name, "t");
  EXPECT_EQ(place->original_name, "train");
  EXPECT_EQ(maps.find("dist/a.js", 1, 6)->original_name, "");  // inside the name
}

TEST_F(MapsInAFolder, OfABundlerNameFilesFromItsFolderOn) {
  write("a.js", "let t();\n//# sourceMappingURL=a.js.map\n");
  SourceMaps maps(root_.string());
  write("a.js.map",
        R"({"version":3,"sources":["webpack://ml5/./src/a.js","webpack:///b.js","webpack://c"],)"
        R"("names":[],"mappings":"AAAA,ICAA,ICAA"})");
  EXPECT_EQ(found(maps, "a.js", 1, 1), "src/a.js:1:1");
  EXPECT_EQ(maps.find("a.js", 1, 1)->bundle, "ml5");
  EXPECT_EQ(found(maps, "a.js", 1, 5), "b.js:1:1");
  EXPECT_EQ(maps.find("a.js", 1, 5)->bundle, "");
  EXPECT_EQ(maps.find("a.js", 1, 9)->bundle, "c");
}

TEST_F(MapsInAFolder, AreReadFromTheFileItself) {
  // The same map in base64.
  write("a.js",
        "let t();\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,"
        "eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbImEudHMiXSwibmFtZXMiOltdLCJtYXBwaW5ncyI6IkFBRUEifQ==");
  SourceMaps maps(root_.string());
  EXPECT_EQ(found(maps, "a.js", 1, 1), "a.ts:3:1");
}

TEST_F(MapsInAFolder, ThatAreBadAreToldOnceAndNothingElse) {
  write("gone.js", "f();\n//# sourceMappingURL=gone.js.map");
  write("self.js", "f();\n//# sourceMappingURL=self.js");
  write("folder.js", "f();\n//# sourceMappingURL=dist");
  write("text.js", "f();\n//# sourceMappingURL=data:application/json;base64,***");
  fs::create_symlink("loop.map", root_ / "loop.map");
  write("loop.js", "f();\n//# sourceMappingURL=loop.map");
  SourceMaps maps(root_.string());
  for (int again = 0; again < 3; ++again) {
    for (const char* file : {"gone.js", "self.js", "folder.js", "text.js", "loop.js"})
      EXPECT_EQ(found(maps, file, 1, 1), "");
  }
  EXPECT_THAT(maps.notes(),
              ElementsAre(HasSubstr("gone.js: its source map gone.js.map is not there"),
                          HasSubstr("self.js cannot be used: it is not a JSON object"),
                          HasSubstr("dist is not there"), HasSubstr("is not base64"),
                          HasSubstr("loop.map is not there")));
}

TEST_F(MapsInAFolder, MayBeElsewhere) {
  const std::map<std::string, std::string, std::less<>> there = {
      {"https://cdn.example/lib/dist/a.js", "let t();\n//# sourceMappingURL=a.js.map\n"},
      {"https://cdn.example/lib/dist/a.js.map", kMap},
      {"https://cdn.example/root.js", "let t();\n//# sourceMappingURL=/maps/a.map\n"},
      {"https://cdn.example/maps/a.map", kMap},
      {"assets/b.js?v=3", "let t();\n//# sourceMappingURL=https://maps.example/b/b.map\n"},
      {"https://maps.example/b/b.map", kMap},
      {"dist/c.js", "c();\n"}};
  write("dist/c.js", "let t();\n//# sourceMappingURL=c.js.map\n");  // another, of this name
  write("dist/c.js.map", kMap);
  write("dist/d.js", "let t();\n//# sourceMappingURL=d.js.map\n");
  write("dist/d.js.map", kMap);
  SourceMaps maps(root_.string(), [&](std::string_view name, std::size_t) {
    const auto file = there.find(name);
    return file == there.end() ? std::nullopt : std::optional(file->second);
  });
  EXPECT_EQ(found(maps, "https://cdn.example/lib/dist/a.js", 1, 6),
            "https://cdn.example/lib/src/a.ts:3:3");
  EXPECT_EQ(found(maps, "https://cdn.example/root.js", 1, 1), "https://cdn.example/src/a.ts:1:1");
  EXPECT_EQ(found(maps, "assets/b.js?v=3", 1, 1), "https://maps.example/src/a.ts:1:1");
  EXPECT_EQ(found(maps, "dist/c.js", 1, 1), "");
  EXPECT_EQ(found(maps, "dist/d.js", 1, 1), "src/a.ts:1:1");
  EXPECT_THAT(maps.notes(), IsEmpty());
}

TEST_F(MapsInAFolder, AreNotMissedWhereNoneIsNamed) {
  write("plain.js", "f();\n");
  write("server.js", "f();\n//# sourceMappingURL=https://example.org/a.js.map");
  SourceMaps maps(root_.string());
  for (const char* file : {"plain.js", "server.js", "nowhere.js", "", "node:internal/timers"})
    EXPECT_EQ(found(maps, file, 1, 1), "");
  EXPECT_THAT(maps.notes(), IsEmpty());
}

TEST(SourceMappingUrl, IsThatOfTheLastComment) {
  EXPECT_EQ(source_mapping_url("//# sourceMappingURL=a\nf();\n//# sourceMappingURL=b \n"), "b");
  EXPECT_EQ(source_mapping_url("//@ sourceMappingURL=old.map"), "old.map");
  EXPECT_EQ(source_mapping_url("f();"), "");
  EXPECT_EQ(source_mapping_url("write('//# sourceMappingURL=x.map')"), "");
}

TEST(IdentifierAt, CountsInUtf16) {
  EXPECT_EQ(identifier_at("a.train(x)", 2), "train");
  EXPECT_EQ(identifier_at("\"ä😀\";t()", 6), "t");
  EXPECT_EQ(identifier_at("new $a1(x)", 0), "$a1");
  EXPECT_EQ(identifier_at("a()", 77), "");
  EXPECT_EQ(identifier_at("(a)", 0), "");
}

}  // namespace
}  // namespace tensorleak::symbols
