#include "cli/workloads/input.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace tensorleak::cli {
namespace {

using testing::HasSubstr;

constexpr const char* kLog = "{\"e\":\"header\",\"format\":\"tensor-event-log\",\"version\":1}\n";
constexpr const char* kReport = "{\n  \"format\": \"tensorleak-report\",\n  \"version\": 1\n}\n";

class KindOfInput : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& content) const {
    const std::string path = folder_ / name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

  std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) /
                                  testing::UnitTest::GetInstance()->current_test_info()->name();
};

std::string refusal(const std::string& input) {
  const auto kind = kind_of_input(input);
  return kind ? "none" : kind.error().text();
}

TEST_F(KindOfInput, IsFoundByContentWhateverTheName) {
  EXPECT_EQ(kind_of_input(file("a.jsonl", kLog)), InputKind::kEventLog);
  EXPECT_EQ(kind_of_input(file("a.txt", kLog)), InputKind::kEventLog);
  EXPECT_EQ(kind_of_input(file("log.json", kLog)), InputKind::kEventLog);
  EXPECT_EQ(kind_of_input(file("report.json", kReport)), InputKind::kReport);
  EXPECT_EQ(kind_of_input(file("baseline", kReport)), InputKind::kReport);
}

TEST_F(KindOfInput, IsATraceByItsFirstBytesOrItsName) {
  EXPECT_EQ(kind_of_input(file("recorded", "\x89TLT and more")), InputKind::kTrace);
  EXPECT_EQ(kind_of_input(file("damaged.tltrace", "TL")), InputKind::kTrace);
}

TEST_F(KindOfInput, IsAScriptByItsFormatOrItsName) {
  EXPECT_EQ(kind_of_input(file("a", "{\"format\": \"tensorleak-workload\"}")), InputKind::kScript);
  EXPECT_EQ(kind_of_input(file("script.json", "{\"steps\":[]}")), InputKind::kScript);
}

TEST_F(KindOfInput, OfDamagedContentIsALogSoThatItsReaderSaysWhatIsWrong) {
  EXPECT_EQ(kind_of_input(file("empty.jsonl", "")), InputKind::kEventLog);
  EXPECT_EQ(kind_of_input(file("noise.jsonl", "\x1f\x8bnoise")), InputKind::kEventLog);
  EXPECT_EQ(kind_of_input("-"), InputKind::kEventLog);
  EXPECT_EQ(kind_of_input(folder_ / "missing.jsonl"), InputKind::kEventLog);
}

TEST_F(KindOfInput, IsAPageByItsNameItsFolderOrItsAddress) {
  EXPECT_EQ(kind_of_input(file("page.html", "<html>")), InputKind::kPage);
  EXPECT_EQ(kind_of_input("http://localhost:5173/"), InputKind::kPage);
  EXPECT_EQ(kind_of_input("https://editor.p5js.org/x"), InputKind::kPage);
  std::filesystem::create_directory(std::filesystem::path(folder_) / "sketch");
  file("sketch/index.html", "<html>");
  EXPECT_EQ(kind_of_input(folder_ / "sketch"), InputKind::kPage);
}

TEST_F(KindOfInput, ThatNoBrowserOpensIsRefusedInWords) {
  EXPECT_EQ(refusal("ftp://example.org/x"),
            "ftp://example.org/x: this is a URL that no browser is given; name a page by http://, "
            "https:// or file://");
}

TEST_F(KindOfInput, ThatIsAFolderWithoutAPageAsksForAFile) {
  EXPECT_THAT(refusal(folder_), HasSubstr("this is a folder, and has no index.html; name a file"));
}

}  // namespace
}  // namespace tensorleak::cli
