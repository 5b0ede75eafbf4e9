// Inputs that cannot be used: exit code 2, and words that say where and what to do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "libtrack/trace/test_files.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using trace::testing::TempFolder;

/// What `check` says of an input that it must refuse.
std::string refusal(const std::string& input) {
  const Ran ran = run_tool({"check", input});
  EXPECT_EQ(ran.exit_code, 2) << input;
  EXPECT_EQ(ran.output, "") << "an answer was given to " << input;
  EXPECT_THAT(ran.errors, StartsWith("tensorleak: ")) << input;
  return ran.errors;
}

TEST(Input, ThatIsEmptyIsRefused) {
  const TempFolder folder;
  const std::string empty = folder.write("empty.jsonl", "");
  EXPECT_THAT(refusal(empty), HasSubstr(empty + ":"));
}

TEST(Input, ThatIsCutInItsFirstLineIsRefused) {
  const TempFolder folder;
  refusal(folder.write("cut.jsonl", R"({"e":"header","format":"tensor-ev)"));
}

TEST(Input, WithALineThatIsNotJsonIsRefusedAtThatLine) {
  EXPECT_THAT(refusal(data("not-json.jsonl")), HasSubstr("not-json.jsonl:3:1: "));
}

TEST(Input, WithoutARequiredFieldIsRefusedAtThatLine) {
  const std::string why = refusal(data("missing-field.jsonl"));
  EXPECT_THAT(why, HasSubstr("missing-field.jsonl:3:"));
  EXPECT_THAT(why, HasSubstr("\"id\""));
}

TEST(Input, OfALaterVersionIsRefused) {
  const std::string why = refusal(data("wrong-version.jsonl"));
  EXPECT_THAT(why, HasSubstr("wrong-version.jsonl:1:"));
  EXPECT_THAT(why, HasSubstr("version 2"));
}

TEST(Input, ThatIsNotThereIsRefused) {
  EXPECT_THAT(refusal("there/is/no.jsonl"), HasSubstr("there/is/no.jsonl: "));
}

TEST(Input, ThatIsAFolderIsRefused) {
  const TempFolder folder;
  EXPECT_THAT(refusal(folder.path("")), HasSubstr("this is a folder"));
}

TEST(Input, ThatIsNoRecordingIsRefusedInWords) {
  const TempFolder folder;
  const std::string kinds[] = {"https://editor.p5js.org/full/abc",
                               folder.write("page.html", "<!doctype html>")};
  for (const std::string& input : kinds) {
    EXPECT_THAT(refusal(input),
                HasSubstr("this is a page, and no recording; open it with tensorleak run"));
  }
  EXPECT_THAT(refusal(folder.write("s.json", "{}")), HasSubstr("this is a workload script"));
}

TEST(Input, OfCorruptGzipIsRefused) {
  std::string damaged = trace::testing::gzip(content(data("leaking.jsonl")));
  for (std::size_t i = damaged.size() / 2; i < damaged.size() / 2 + 40; ++i)
    damaged[i] ^= 0x55;
  const TempFolder folder;
  refusal(folder.write("damaged.jsonl.gz", damaged));
}

TEST(Input, WithEscapesInItsNameDoesNotReachTheTerminalRaw) {
  EXPECT_THAT(refusal("no\x1b[2J.jsonl"), Not(HasSubstr("\x1b")));
}

TEST(Input, WithAnUnknownDtypeIsJudged) {
  const Ran ran = run_tool({"check", data("unknown-dtype.jsonl")});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.output, HasSubstr("float8_e4m3 [2,3]"));
}

TEST(Input, WhoseFrameNumbersGoBackIsJudgedAndTold) {
  const Ran ran = run_tool({"check", data("frame-goes-back.jsonl")});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.output, HasSubstr("goes back, 1 time, first at line 24\n"));
}

TEST(Input, ThatIsAReportIsForTheOtherCommands) {
  const TempFolder folder;
  run_tool({"run", data("clean.jsonl"), "-o", folder.path("out")});
  const std::string report = folder.path("out/report.json");
  const Ran run = run_tool({"run", report, "-o", folder.path("again")});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.errors, HasSubstr("tensorleak report"));
  const Ran limited = run_tool({"check", report, "--limit", "1GB"});
  EXPECT_EQ(limited.exit_code, 2);
  EXPECT_THAT(limited.errors, HasSubstr("with the recording"));
}

TEST(Input, ThatIsADamagedReportIsRefusedAtItsPlace) {
  const TempFolder folder;
  run_tool({"run", data("clean.jsonl"), "-o", folder.path("out")});
  const std::string whole = content(folder.path("out/report.json"));
  EXPECT_THAT(refusal(folder.write("cut.json", whole.substr(0, whole.size() / 2))),
              HasSubstr("this is not JSON"));
  auto report = nlohmann::json::parse(whole);
  report["totals"].erase("events");
  EXPECT_THAT(refusal(folder.write("poor.json", report.dump())), HasSubstr(": /totals/events: "));
  report["version"] = 2;
  EXPECT_THAT(refusal(folder.write("later.json", report.dump())), HasSubstr("has version 2"));
}

}  // namespace
}  // namespace tensorleak::end_to_end
