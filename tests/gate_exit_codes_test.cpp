// What `tensorleak run` with a gate ends with: each code, and which of several comes first.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "libtrack/trace/test_files.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using trace::testing::TempFolder;

class GateExitCode : public testing::Test {
 protected:
  Ran run(std::vector<std::string> options, const std::vector<std::string>& behaviour) const {
    options.insert(options.begin(), {"run", "-o", folder_.path("out")});
    options.insert(options.end(), {"--", BEHAVIOURS_PROGRAM});
    options.insert(options.end(), behaviour.begin(), behaviour.end());
    return run_tool(options, {{"ASAN_OPTIONS=detect_leaks=0"}});
  }

  json report() const { return json::parse(content(folder_.path("out/report.json"))); }

  TempFolder folder_;
};

TEST_F(GateExitCode, IsZeroWhereTheGatePasses) {
  EXPECT_EQ(run({"--max-leaks", "1"}, {"leaks", "exit", "0"}).exit_code, 0);
  EXPECT_EQ(report()["applies"], json({0}));
  EXPECT_EQ(run({"--max-leaks", "0"}, {"clean", "exit", "0"}).exit_code, 0);
}

TEST_F(GateExitCode, IsOneWhereALimitIsBroken) {
  EXPECT_EQ(run({"--max-leaks", "0"}, {"leaks", "exit", "0"}).exit_code, 1);
  EXPECT_EQ(report()["applies"], json({1}));
}

TEST_F(GateExitCode, IsOneBeforeFourAndThree) {
  EXPECT_EQ(run({"--max-leaks", "0"}, {"leaks", "exit", "7"}).exit_code, 1);
  EXPECT_EQ(report()["applies"], json({1, 4}));
  json whole = report();
  whole["verdict"]["doubts"] = {"events dropped"};
  whole["dropped"] = 3;
  const std::string path = folder_.write("dropped.json", whole.dump());
  const Ran all = run_tool({"check", path, "--max-leaks", "0", "--format", "json"});
  EXPECT_EQ(all.exit_code, 1);
  EXPECT_EQ(json::parse(all.output)["applies"], json({1, 4, 3}));
}

TEST_F(GateExitCode, IsFourWhereTheProgramFailsAndNoLimitIsBroken) {
  const Ran ran = run({"--max-leaks", "1"}, {"leaks", "exit", "7"});
  EXPECT_EQ(ran.exit_code, 4);
  EXPECT_THAT(ran.output, HasSubstr("PROGRAM FAILED  it ended with exit code 7; until then "));
  EXPECT_EQ(report()["applies"], json({4}));
}

TEST_F(GateExitCode, IsFourBeforeThree) {
  EXPECT_EQ(run({"--max-leaks", "1"}, {"none", "exit", "7"}).exit_code, 4);
  EXPECT_EQ(report()["applies"], json({4, 3}));
  EXPECT_EQ(run({"--max-leaks", "1"}, {"leaks", "signal", "9"}).exit_code, 4);
  EXPECT_EQ(report()["applies"], json({4, 3}));
}

TEST_F(GateExitCode, IsThreeWhereNothingIsKnown) {
  EXPECT_EQ(run({"--max-leaks", "1"}, {"none", "exit", "0"}).exit_code, 3);
  EXPECT_EQ(report()["applies"], json({3}));
}

TEST_F(GateExitCode, IsTwoBeforeTheProgramIsRunAtAll) {
  const std::string wrong = folder_.write("known.txt", "nothing");
  const Ran ran = run({"--suppressions", wrong}, {"leaks", "exit", "7"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.errors, testing::Not(HasSubstr("said on standard error")));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("out")));
}

TEST_F(GateExitCode, CanBeTheProgramsWhateverTheGateSays) {
  for (const auto* code : {"0", "7"}) {
    for (const auto* limit : {"0", "1"}) {
      const Ran ran = run({"--exit-code=program", "--max-leaks", limit}, {"leaks", "exit", code});
      EXPECT_EQ(std::to_string(ran.exit_code), code);
      EXPECT_EQ(report()["gate"]["outcome"], std::string(limit) == "0" ? "failed" : "passed");
    }
  }
  const std::string wrong = folder_.write("known.txt", "nothing");
  EXPECT_EQ(run({"--exit-code=program", "--suppressions", wrong}, {"leaks", "exit", "0"}).exit_code,
            2)
      << "a program that was not run has none";
}

TEST_F(GateExitCode, IsThatOfTheProcessWhichIsWorstByTheRules) {
  EXPECT_EQ(run({}, {"leaks", "child-leaks"}).exit_code, 1);
  const json first = report();
  const std::string own = first["sites"][0]["fingerprint"];
  const std::string known = folder_.write("known.txt", "site:" + own);
  const Ran child = run({"--suppressions", known}, {"leaks", "child-leaks"});
  EXPECT_EQ(child.exit_code, 1) << "that of the child is not suppressed";
  const std::string other = report()["sites"][0]["fingerprint"];
  EXPECT_NE(other, own);
  const std::string both = folder_.write("both.txt", "site:" + own + "\nsite:" + other);
  EXPECT_EQ(run({"--suppressions", both}, {"leaks", "child-leaks"}).exit_code, 0);
}

TEST_F(GateExitCode, DoesNotUpdateABaselineFromAProgramThatFailed) {
  const std::string path = folder_.path("baseline.json");
  const Ran failed = run({"--baseline", path, "--update-baseline"}, {"clean", "exit", "7"});
  EXPECT_EQ(failed.exit_code, 4);
  EXPECT_THAT(failed.errors, HasSubstr("the baseline stays as it is: the program failed"));
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace tensorleak::end_to_end
