// Where the answer goes, in which form, and what happens when it cannot go there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "libtrack/trace/test_files.hpp"
#include "reports/views/schema_check.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using trace::testing::TempFolder;

const std::string kSchema = TENSORLEAK_SOURCE_DIR "/docs/report.schema.json";

TEST(Color, IsNotUsedInAPipe) {
  const Ran ran = run_tool({"check", data("leaking.jsonl"), "--verbose"});
  EXPECT_THAT(ran.output, Not(HasSubstr("\x1b")));
}

TEST(Color, IsUsedOnATerminal) {
  const Setting terminal{{"TERM=xterm"}};
  EXPECT_THAT(run_on_terminal({"check", data("leaking.jsonl")}, terminal).output,
              StartsWith("\x1b[1;31mLEAK\x1b[0m"));
}

TEST(Color, IsNotUsedWithNoColorOrOnADumbTerminal) {
  for (const Setting& setting : {Setting{{"TERM=xterm", "NO_COLOR=1"}}, Setting{{"TERM=dumb"}}}) {
    EXPECT_THAT(run_on_terminal({"check", data("leaking.jsonl")}, setting).output,
                Not(HasSubstr("\x1b")));
  }
}

TEST(Color, OfTheOptionBeatsTheSurroundings) {
  EXPECT_THAT(
      run_tool({"check", data("leaking.jsonl"), "--color", "always"}, {{"NO_COLOR=1"}}).output,
      StartsWith("\x1b[1;31mLEAK\x1b[0m"));
  EXPECT_THAT(
      run_on_terminal({"check", data("leaking.jsonl"), "--color", "never"}, {{"TERM=xterm"}})
          .output,
      Not(HasSubstr("\x1b")));
}

TEST(Output, OfHostileNamesIsHarmless) {
  const Ran ran = run_tool({"check", data("hostile-names.jsonl"), "--verbose"});
  EXPECT_THAT(ran.output, Not(HasSubstr("\x1b")));
  EXPECT_THAT(ran.output, HasSubstr("größe\\x1b[31m\\x0a"));
}

TEST(Output, IsWrappedOnATerminalOnly) {
  const auto widest = [](const std::string& text) {
    std::size_t most = 0;
    std::size_t start = 0;
    for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n', start)) {
      const std::string line = text.substr(start, end - start);
      if (line.starts_with("     made outside")) most = std::max(most, line.size());
      start = end + 1;
    }
    return most;
  };
  const std::vector<std::string> command{"check", data("leaking.jsonl")};
  EXPECT_GT(widest(run_tool(command).output), 100u);
  EXPECT_LE(widest(run_on_terminal(command, {{"NO_COLOR=1"}}).output), 101u);
}

TEST(Output, QuietIsOneLine) {
  const Ran ran = run_tool({"check", data("leaking.jsonl"), "--quiet"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.output, first_line(ran.output) + "\n");
  EXPECT_THAT(ran.output, StartsWith("LEAK  "));
}

TEST(Output, AsJsonKeepsTheSchema) {
  for (const auto* name : {"leaking.jsonl", "clean.jsonl", "no-tensor.jsonl", "cut-line.jsonl",
                           "lost.jsonl", "at-exit.jsonl", "textures-grow.jsonl", "too-short.jsonl",
                           "hostile-names.jsonl", "ml5-1.4.0-image-classifier.jsonl.gz"}) {
    const Ran ran = run_tool({"report", data(name), "--format", "json"});
    EXPECT_EQ(views::schema_violation(ran.output, kSchema), "") << name;
  }
}

TEST(Output, OfRunIsAlsoWrittenAsAReport) {
  const TempFolder folder;
  const Ran ran = run_tool({"run", data("leaking.jsonl")}, {{}, folder.path("")});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.errors, "report: tensorleak-out/report.html\n");
  const Ran again =
      run_tool({"report", folder.path("tensorleak-out/report.json"), "--format=json"});
  EXPECT_EQ(content(folder.path("tensorleak-out/report.json")), again.output);
}

TEST(Output, AsHtmlIsThePageThatRunWrites) {
  const TempFolder folder;
  run_tool({"run", data("leaking.jsonl"), "-o", folder.path("out")});
  const Ran again = run_tool({"report", folder.path("out/report.json"), "--format", "html"});
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.output, StartsWith("<!doctype html>"));
  EXPECT_EQ(content(folder.path("out/report.html")), again.output);
}

TEST(Output, OfRunMakesItsFolderAndReplacesAnOlderReport) {
  const TempFolder folder;
  const std::string out = folder.path("a/b/c");
  run_tool({"run", data("clean.jsonl"), "-o", out});
  run_tool({"run", data("leaking.jsonl"), "-o", out, "--quiet"});
  EXPECT_THAT(content(out + "/report.json"), HasSubstr("\"outcome\": \"leak\""));
  EXPECT_THAT(content(out + "/report.html"), HasSubstr("<span class=\"word\">LEAK</span>"));
  const auto files = std::filesystem::directory_iterator(out);
  EXPECT_EQ(std::distance(begin(files), end(files)), 2) << "nothing unfinished is left";
}

TEST(Output, OfTheOtherCommandsLeavesNoFiles) {
  const TempFolder folder;
  run_tool({"report", data("leaking.jsonl")}, {{}, folder.path("")});
  run_tool({"check", data("leaking.jsonl")}, {{}, folder.path("")});
  EXPECT_TRUE(std::filesystem::is_empty(folder.path("")));
}

TEST(Output, OfRunThatCannotBeWrittenIsAnErrorButTheAnswerIsGiven) {
  const TempFolder folder;
  const std::string file = folder.write("file", "");
  const Ran ran = run_tool({"run", data("clean.jsonl"), "-o", file + "/out"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, StartsWith("CLEAN"));
  EXPECT_THAT(ran.errors, HasSubstr(file + "/out/report.json: the report cannot be written: "));
}

TEST(Output, ToAReaderThatHasGoneEndsQuietly) {
  const std::string log = data("leaking.jsonl");
  const Ran ran = run_shell("{ \"$TOOL\" report '" + log + "' --format json; echo $? >&2; } | :");
  EXPECT_EQ(ran.errors, "1\n") << "the verdict's code, and not a word";
  const Ran head = run_shell("\"$TOOL\" report '" + log + "' | head -1");
  EXPECT_THAT(head.output, StartsWith("LEAK"));
  EXPECT_EQ(head.errors, "");
}

TEST(Output, ToAClosedStreamEndsQuietly) {
  const TempFolder folder;
  const Setting setting{{}, folder.path("")};
  const Ran ran = run_shell("\"$TOOL\" run '" + data("leaking.jsonl") + "' >&- 2>&-", setting);
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(content(folder.path("tensorleak-out/report.json")), StartsWith("{\n"))
      << "the answer must not land in the report";
}

TEST(Output, ToAFullDiskIsAnError) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  const Ran ran = run_shell("\"$TOOL\" check '" + data("clean.jsonl") + "' > /dev/full");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.errors, HasSubstr("standard output: the answer cannot be written"));
}

}  // namespace
}  // namespace tensorleak::end_to_end
