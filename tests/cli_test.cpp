// The verdict of the real program, and the exit code that goes with it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "libtrack/trace/test_files.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using trace::testing::TempFolder;

TEST(Verdict, OfALeakIsOne) {
  const Ran ran = run_tool({"check", data("leaking.jsonl")});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.output, StartsWith("LEAK  1 site grows by 1 tensor, 24 B per frame"));
  EXPECT_THAT(ran.output, HasSubstr("\n   ▸ onFrame   app.js:14:21\n"));
  EXPECT_EQ(last_line(ran.output), "SUMMARY: tensorleak: 12 tensors, 288 B leaked at 1 site");
  EXPECT_EQ(ran.errors, "");
}

TEST(Verdict, OfACleanRunIsZero) {
  const Ran ran = run_tool({"check", data("clean.jsonl")});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(first_line(ran.output),
            "CLEAN  no site grows in 12 frames; 1 tensor, 24 B is retained");
  EXPECT_THAT(ran.output, HasSubstr("12 of 12 counters agree"));
}

TEST(Verdict, OfALogWithoutTensorsIsThree) {
  const Ran ran = run_tool({"check", data("no-tensor.jsonl")});
  EXPECT_EQ(ran.exit_code, 3) << "blind is never clean";
  EXPECT_THAT(ran.output, StartsWith("NO VERDICT  nothing was observed"));
}

TEST(Verdict, OfAnIncompleteLogWithoutALeakIsThree) {
  for (const auto* name : {"no-end.jsonl", "cut-line.jsonl"}) {
    const Ran ran = run_tool({"check", data(name)});
    EXPECT_EQ(ran.exit_code, 3) << name;
    EXPECT_THAT(ran.output, StartsWith("NO VERDICT  incomplete: the recording")) << name;
  }
}

TEST(Verdict, OfAnIncompleteLogWithALeakIsOneAndThreeApplies) {
  const Ran ran = run_tool({"check", data("leaking-cut-line.jsonl"), "--format", "json"});
  EXPECT_EQ(ran.exit_code, 1);
  const auto report = nlohmann::json::parse(ran.output);
  EXPECT_EQ(report["exit"], 1);
  EXPECT_EQ(report["applies"], nlohmann::json({1, 3}));
  EXPECT_EQ(report["completeness"], "cut line");
}

TEST(Verdict, OfACompressedStreamThatEndsEarlyIsIncomplete) {
  const std::string whole = content(data("ml5-1.4.0-image-classifier.jsonl.gz"));
  const TempFolder folder;
  const std::string cut = folder.write("cut.jsonl.gz", whole.substr(0, whole.size() / 2));
  const Ran ran = run_tool({"check", cut, "--format", "json"});
  const auto report = nlohmann::json::parse(ran.output);
  EXPECT_EQ(report["completeness"], "cut stream");
  EXPECT_EQ(ran.exit_code, 1);
}

TEST(Verdict, OfTooFewFramesIsThreeAndSaysHowManyMore) {
  const Ran ran = run_tool({"check", data("too-short.jsonl")});
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(first_line(ran.output), HasSubstr("too short: 2 frames"));
  EXPECT_THAT(first_line(ran.output), HasSubstr("record at least "));
}

TEST(Verdict, OfASiteThatIsStillFillingIsThree) {
  const Ran ran = run_tool({"check", data("still-filling.jsonl")});
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.output, StartsWith("NO VERDICT  still filling: 1 site"));
}

TEST(Verdict, OfTheOtherKindsOfLeakIsOne) {
  const std::pair<std::string, std::string> leaks[] = {
      {"lost.jsonl", "LEAK  3 tensors, 72 B are lost at 1 site"},
      {"at-exit.jsonl", "LEAK  2 tensors, 48 B are left at exit"},
      {"textures-grow.jsonl", "LEAK  textures below the tensors grow by 3 per frame"}};
  for (const auto& [name, headline] : leaks) {
    const Ran ran = run_tool({"check", data(name)});
    EXPECT_EQ(ran.exit_code, 1) << name;
    EXPECT_THAT(ran.output, StartsWith(headline)) << name;
  }
}

TEST(Verdict, DoesNotDependOnTheCommand) {
  const TempFolder folder;
  for (const auto* name : {"leaking.jsonl", "clean.jsonl", "no-end.jsonl"}) {
    const Ran checked = run_tool({"check", data(name)});
    const Ran reported = run_tool({"report", data(name)});
    const Ran ran = run_tool({"run", data(name), "-o", folder.path("out")});
    EXPECT_EQ(reported.exit_code, checked.exit_code) << name;
    EXPECT_EQ(ran.exit_code, checked.exit_code) << name;
    EXPECT_EQ(ran.output, checked.output) << name;
    EXPECT_EQ(reported.output, checked.output) << name;
  }
}

TEST(Verdict, OfAReportIsThatOfItsRecording) {
  const TempFolder folder;
  for (const auto* name : {"leaking.jsonl", "clean.jsonl", "no-end.jsonl", "lost.jsonl",
                           "textures-grow.jsonl", "ml5-1.4.0-image-classifier.jsonl.gz"}) {
    const Ran ran = run_tool({"run", data(name), "-o", folder.path("out"), "--verbose"});
    const std::string report = folder.path("out/report.json");
    for (const auto* command : {"report", "check"}) {
      const Ran again = run_tool({command, report, "--verbose"});
      EXPECT_EQ(again.exit_code, ran.exit_code) << name;
      EXPECT_EQ(again.output, ran.output) << name;
      EXPECT_EQ(again.errors, "") << name;
    }
  }
}

TEST(Verdict, OfAPipedLogIsThatOfTheFile) {
  const Ran piped = run_shell("\"$TOOL\" check - < '" + data("leaking.jsonl") + "'");
  EXPECT_EQ(piped.exit_code, 1);
  EXPECT_EQ(piped.output, run_tool({"check", data("leaking.jsonl")}).output);
}

TEST(Verdict, UsesTheLimitThatIsGiven) {
  const Ran ran = run_tool({"check", data("leaking.jsonl"), "--limit", "24MB", "-q"});
  EXPECT_THAT(ran.output, HasSubstr("; 24 MB are gone after "));
}

TEST(Verdict, UsesTheLimitOfTheEnvironmentWhereNoneIsGiven) {
  const auto run = [](const std::string& limit, std::vector<std::string> arguments) {
    return run_tool(arguments, {.environment = {"TENSORLEAK_LIMIT=" + limit}});
  };
  const std::vector<std::string> check = {"check", data("leaking.jsonl"), "-q"};
  EXPECT_THAT(run("24MB", check).output, HasSubstr("; 24 MB are gone after "));
  EXPECT_THAT(run("24MB", {"check", data("leaking.jsonl"), "-q", "--limit", "1GiB"}).output,
              HasSubstr("; 1 GiB is gone after "));
  // Empty: that of the machine, whatever it has.
  EXPECT_THAT(run("", check).output, HasSubstr(" gone after "));
  const Ran refused = run("much", check);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.errors, HasSubstr("tensorleak: TENSORLEAK_LIMIT: expected a size such as"));
}

TEST(Verdict, TakesThePatternsOfFrameworks) {
  const Ran ran = run_tool({"report", data("leaking.jsonl"), "--framework", "app.js"});
  EXPECT_THAT(ran.output, ::testing::Not(HasSubstr("▸ onFrame")));
}

}  // namespace
}  // namespace tensorleak::end_to_end
