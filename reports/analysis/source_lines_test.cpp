#include "reports/analysis/source_lines.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace tensorleak::analysis {
namespace {

class SourceLinesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "sketch.js") << "let a;\n\n  draw(a);\r\n";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) / ("source_lines." + std::to_string(::getpid()));
  SourceLines sources_{folder_.string()};
};

TEST_F(SourceLinesTest, GiveALineWithoutWhiteSpaceAroundIt) {
  const SourceLine* line = sources_.line("sketch.js", 3);
  ASSERT_NE(line, nullptr);
  EXPECT_EQ(line->text, "draw(a);");
  EXPECT_EQ(line->indent, 2U);
}

TEST_F(SourceLinesTest, GiveABlankLineAsEmpty) {
  EXPECT_EQ(sources_.line("sketch.js", 2)->text, "");
}

TEST_F(SourceLinesTest, HaveNothingForWhatIsNotThere) {
  EXPECT_EQ(sources_.line("sketch.js", 0), nullptr);
  EXPECT_EQ(sources_.line("sketch.js", 4), nullptr);
  EXPECT_EQ(sources_.line("other.js", 1), nullptr);
  EXPECT_EQ(sources_.line("", 1), nullptr);
  EXPECT_EQ(sources_.line("/dev/zero", 1), nullptr);
}

TEST_F(SourceLinesTest, UnderstandFileUrls) {
  SourceLines sources;
  EXPECT_NE(sources.line("file://" + (folder_ / "sketch.js").string(), 1), nullptr);
}

TEST(SourceLine, IsQuotedWholeUnlessItIsVeryLong) {
  EXPECT_EQ((SourceLine{.text = "a = b;"}).quoted(), "a = b;");
  const std::string umlauts = [] {
    std::string text = "x";
    for (int i = 0; i < 200; ++i)
      text += "ä";
    return text;
  }();
  EXPECT_EQ((SourceLine{.text = umlauts}).quoted(), umlauts.substr(0, 239) + "…");
}

}  // namespace
}  // namespace tensorleak::analysis
