// `tensorleak run -- program`: what it says of the program, and that the program notices nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "libtrack/trace/test_files.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using trace::testing::TempFolder;

const std::string kProgram = BEHAVIOURS_PROGRAM;

/// Runs the tool, in a folder of its own, on a program that leaks on purpose.
class RunProgram : public testing::Test {
 protected:
  Ran watch(const std::vector<std::string>& program, std::vector<std::string> options = {}) const {
    std::vector<std::string> arguments = {"run", "-o", out()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.emplace_back("--");
    arguments.insert(arguments.end(), program.begin(), program.end());
    return run_tool(arguments, setting_);
  }

  std::string out() const { return folder_.path("out"); }
  nlohmann::json report() const {
    return nlohmann::json::parse(content(folder_.path("out/report.json")));
  }

  TempFolder folder_;
  Setting setting_{{"ASAN_OPTIONS=detect_leaks=0"}};
};

TEST_F(RunProgram, EndsByTheVerdict) {
  EXPECT_EQ(watch({kProgram, "leaks", "exit", "0"}).exit_code, 1);
  EXPECT_EQ(watch({kProgram, "clean", "exit", "0"}).exit_code, 0);
}

TEST_F(RunProgram, PrintsTheAnswerBehindWhatTheProgramSaid) {
  setting_.environment.push_back("PROGRAM=" + kProgram);
  const Ran ran = run_shell(
      "printf 'one\\ntwo' | \"$TOOL\" run -o '" + out() + "' -- \"$PROGRAM\" copies exit 0",
      setting_);
  EXPECT_THAT(ran.output, StartsWith("one\ntwo"));
  EXPECT_THAT(ran.errors, StartsWith("said on standard error\n"));
}

TEST_F(RunProgram, KeepsTheTraceForOtherCommands) {
  const Ran ran = watch({kProgram, "leaks", "exit", "0"});
  const std::string trace = folder_.path("out/trace.tltrace");
  for (const auto* command : {"report", "check"}) {
    const Ran again = run_tool({command, trace});
    EXPECT_EQ(again.exit_code, 1);
    EXPECT_EQ(again.output, ran.output);
  }
  EXPECT_EQ(run_tool({"run", trace, "-o", folder_.path("again")}).output, ran.output);
  EXPECT_EQ(report()["subject"]["input"], trace);
  EXPECT_THAT(report()["subject"]["program"], HasSubstr("behaviours leaks exit 0"));
}

TEST_F(RunProgram, TakesAProgramFromThePathAndLeavesItsOptionsAlone) {
  const Ran ran = watch({"sh", "-c", "exit 0", "--quiet", "--", "-o", "x"});
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_FALSE(std::filesystem::exists("x"));
}

TEST_F(RunProgram, ThatFailsIsFour) {
  const Ran ran = watch({kProgram, "clean", "exit", "7"});
  EXPECT_EQ(ran.exit_code, 4);
  EXPECT_THAT(ran.output, StartsWith("PROGRAM FAILED  it ended with exit code 7; until then no "
                                     "site grows in 11 frames"));
  EXPECT_EQ(last_line(ran.output),
            "SUMMARY: tensorleak: the program ended with exit code 7; no leak was seen; 0 tensors, "
            "0 B alive");
  EXPECT_EQ(report()["program_end"], (nlohmann::json{{"exit_code", 7}, {"signal", 0}}));
  EXPECT_EQ(report()["applies"], nlohmann::json({4}));
}

TEST_F(RunProgram, ThatFailsAndLeaksIsALeak) {
  const Ran ran = watch({kProgram, "leaks", "exit", "7"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.output, StartsWith("LEAK  1 site grows by 1 tensor, 16 B per frame"));
  EXPECT_THAT(ran.output, HasSubstr("\ndoubt: the program failed: it ended with exit code 7\n"));
  EXPECT_EQ(report()["applies"], nlohmann::json({1, 4}));
}

TEST_F(RunProgram, ThatASignalEndsIsNamedWithIt) {
  const Ran ran = watch({kProgram, "clean", "signal", "9"});
  EXPECT_EQ(ran.exit_code, 4);
  EXPECT_THAT(ran.output, StartsWith("PROGRAM FAILED  it was ended by signal 9 (SIGKILL)"));
  EXPECT_EQ(report()["program_end"], (nlohmann::json{{"exit_code", 137}, {"signal", 9}}));
}

TEST_F(RunProgram, CanPassTheExitCodeOfTheProgramOn) {
  const std::vector<std::string> options = {"--exit-code=program"};
  for (const auto& [way, argument, code] : {std::tuple{"exit", "0", 0},
                                            {"exit", "42", 42},
                                            {"_exit", "5", 5},
                                            {"signal", "15", 143},
                                            {"abort", "", 134}}) {
    EXPECT_EQ(watch({kProgram, "leaks", way, argument}, options).exit_code, code) << way;
  }
}

TEST_F(RunProgram, ThatCannotBeStartedIsAnError) {
  const Ran ran = watch({"no-such-program"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.output, "");
  EXPECT_EQ(ran.errors,
            "tensorleak: no-such-program: the program cannot be started: No such file or "
            "directory; check the name, or give its path\n");
}

TEST_F(RunProgram, IsToldWhatIsMissingBehindTheDashes) {
  const Ran ran = run_tool({"run", "--"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.errors, "tensorleak: no program stands behind --\ntry: tensorleak run --help\n");
  EXPECT_EQ(run_tool({"run", data("clean.jsonl"), "--", kProgram}).exit_code, 2);
}

TEST_F(RunProgram, JudgesTheWorstOfItsProcesses) {
  const Ran ran = watch({kProgram, "clean", "child-leaks"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.output, HasSubstr("another process recorded " + out() + "/trace.tltrace: CLEAN"));
  EXPECT_THAT(report()["subject"]["input"].get<std::string>(), EndsWith(".tltrace"));
  EXPECT_EQ(watch({kProgram, "clean", "child-is-clean"}).exit_code, 0);
  EXPECT_EQ(watch({"sh", "-c", "'" + kProgram + "' leaks exit 0; true"}).exit_code, 1);
}

TEST_F(RunProgram, FollowsAProgramThatReplacesItself) {
  EXPECT_EQ(watch({"sh", "-c", "exec '" + kProgram + "' leaks exit 0"}).exit_code, 1);
  const std::string trace = folder_.path("out/trace.tltrace");
  EXPECT_TRUE(std::filesystem::exists(trace));
}

TEST_F(RunProgram, ForgetsTheTracesOfEarlierRuns) {
  EXPECT_EQ(watch({kProgram, "leaks", "child-leaks"}).exit_code, 1);
  EXPECT_EQ(watch({kProgram, "clean", "exit", "0"}).exit_code, 0);
  std::size_t traces = 0;
  for (const auto& entry : std::filesystem::directory_iterator(out()))
    traces += entry.path().extension() == ".tltrace" ? 1u : 0u;
  EXPECT_EQ(traces, 1u);
}

TEST_F(RunProgram, RefusesAFolderThatItCannotUse) {
  const std::string file = folder_.write("file", "");
  const Ran ran = run_tool({"run", "-o", file, "--", kProgram, "clean", "exit", "0"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.errors, HasSubstr("name another folder with -o"));
  const Ran odd =
      run_tool({"run", "-o", folder_.path("a%pb"), "--", kProgram, "clean", "exit", "0"});
  EXPECT_EQ(odd.exit_code, 2);
}

/// The blind verdict's first line, and what is noted below it.
TEST_F(RunProgram, WithoutTensorsIsBlindAndSaysWhatItDidSee) {
  const Ran ran = watch({kProgram, "no-tensor", "exit", "0"});
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.output, StartsWith("NO VERDICT  nothing was observed: no tensor was seen in "));
}

TEST_F(RunProgram, ThatIsLinkedAndMakesNoCallIsBlind) {
  const Ran ran = watch({kProgram, "none", "exit", "0"});
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.output, StartsWith("NO VERDICT  nothing was observed: the program recorded "
                                     "nothing; see the note below\n"));
  EXPECT_THAT(ran.output, HasSubstr("is linked with libtrack.so and made none of its calls"));
}

TEST_F(RunProgram, ThatIsNotLinkedIsBlindAndTheNoteSaysWhy) {
  const std::string script = folder_.write("script", "#!/bin/sh\nexit 0\n");
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  for (const auto& [program, why] :
       {std::pair<std::string, const char*>{UNLINKED_PROGRAM, "is not linked with libtrack.so"},
        {STATIC_PROGRAM, "is linked statically"},
        {script, "is a script or no ELF file"}}) {
    const Ran ran = watch({program});
    EXPECT_EQ(ran.exit_code, 3) << program;
    EXPECT_THAT(ran.output, HasSubstr(why)) << program;
    EXPECT_EQ(report()["notes"].size(), 1u) << program;
  }
}

TEST_F(RunProgram, ThatIsToldNotToRecordIsBlindAndTheNoteSaysSo) {
  setting_.environment.emplace_back("TENSORLEAK_DISABLE=1");
  const Ran ran = watch({kProgram, "leaks", "exit", "0"});
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.output, HasSubstr("TENSORLEAK_DISABLE is 1: nothing records"));
}

TEST_F(RunProgram, ThatIsBlindAndFailsIsAFailure) {
  const Ran ran = watch({"false"});
  EXPECT_EQ(ran.exit_code, 4);
  EXPECT_THAT(ran.output, StartsWith("PROGRAM FAILED  it ended with exit code 1; and there is no "
                                     "verdict: nothing was observed"));
  EXPECT_EQ(report()["applies"], nlohmann::json({4, 3}));
}

}  // namespace
}  // namespace tensorleak::end_to_end
