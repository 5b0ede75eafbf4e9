// Options in tensorleak.toml, through the real program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libtrack/trace/test_files.hpp"
#include "tests/gate_logs.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using trace::testing::TempFolder;

class ConfigFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_.write("log.jsonl", log_of({{.function = "onFrame"}, {.function = "onClick"}}));
  }

  /// With such a tensorleak.toml in the working folder.
  Ran run(const std::string& text, const std::vector<std::string>& arguments) const {
    folder_.write("tensorleak.toml", text);
    return run_tool(arguments, {.environment = {}, .folder = folder_.path("")});
  }

  int check(const std::string& text, std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"check", "log.jsonl"});
    return run(text, options).exit_code;
  }

  std::string error(const std::string& text) const {
    const Ran ran = run(text, {"check", "log.jsonl"});
    EXPECT_EQ(ran.exit_code, 2) << text;
    EXPECT_EQ(ran.output, "");
    return ran.errors;
  }

  TempFolder folder_;
};

TEST_F(ConfigFile, GivesOptionsToEachCommandThatHasThem) {
  EXPECT_EQ(check(""), 1);
  EXPECT_EQ(check("max-leaks = 2\n"), 0);
  EXPECT_EQ(check("max-leaks = 1\n"), 1);
  EXPECT_EQ(run("max-leaks = 2\n", {"run", "log.jsonl", "-o", "out"}).exit_code, 0);
  EXPECT_EQ(run("max-leaks = 2\n", {"report", "log.jsonl"}).exit_code, 1) << "report knows no gate";
}

TEST_F(ConfigFile, HasSectionsOfCommandsWithTheLastWord) {
  const std::string text = "max-leaks = 0\n[check]\nmax-leaks = 2\n[run]\nmax-leaks = 1\n";
  EXPECT_EQ(check(text), 0);
  EXPECT_EQ(run(text, {"run", "log.jsonl", "-o", "out"}).exit_code, 1);
}

TEST_F(ConfigFile, HasListsFlagsAndComments) {
  EXPECT_EQ(check("# ours\nmax-leaks = [\"label:lost=0\", \"label:growing=2\"]  # two\n"), 0);
  EXPECT_EQ(check("max-leaks = [\n  \"label:lost=0\",\n  \"label:growing=1\"\n]\n"), 1);
  EXPECT_EQ(check("max-leaks = [\n  \"label:lost=0\",  # none\n\n  'label:growing=2',\n]\n"), 0);
  EXPECT_EQ(check("max-leaks = [\"label:LEAK, growing=2\"]\n"), 0) << "a comma within quotes";
  const Ran quiet = run("quiet = true\nmax-leaks = 2\n", {"check", "log.jsonl"});
  EXPECT_EQ(quiet.output, first_line(quiet.output) + "\n");
  const Ran loud = run("quiet = false\nmax-leaks = 2\n", {"check", "log.jsonl"});
  EXPECT_THAT(loud.output, HasSubstr("\nSUMMARY: "));
  folder_.write("known.txt", "leak:on");
  EXPECT_EQ(check("suppressions = \"known.txt\"\n"), 0);
  folder_.write("known #2.txt", "leak:on");
  EXPECT_EQ(check("suppressions = \"known #2.txt\"  # a # in quotes is none\n"), 0);
}

TEST_F(ConfigFile, GivesWayToTheCommandLine) {
  EXPECT_EQ(check("max-leaks = 0\n", {"--max-leaks", "2"}), 0);
  EXPECT_EQ(check("max-leaks = 2\n", {"--max-leaks", "1"}), 1);
  const Ran verbose = run("quiet = true\n", {"check", "log.jsonl", "--verbose"});
  EXPECT_THAT(verbose.output, HasSubstr("     stack:\n")) << "quiet and verbose exclude each other";
}

TEST_F(ConfigFile, IsThatOfTheOptionWhereOneIsNamed) {
  folder_.write("other.toml", "max-leaks = 2\n");
  EXPECT_EQ(check("max-leaks = 0\n", {"--config", "other.toml"}), 0);
  EXPECT_EQ(check("max-leaks = 2\n", {"--config", "/dev/null"}), 1);
  const Ran missing = run("", {"check", "log.jsonl", "--config", "none.toml"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.errors, HasSubstr("none.toml"));
}

TEST_F(ConfigFile, ThatIsWrongNamesItsLine) {
  EXPECT_THAT(error("max-leaks = 1\nmax-leak = 1\n"),
              StartsWith("tensorleak: tensorleak.toml:2: unknown key \"max-leak\"; keys are "));
  EXPECT_THAT(error("[check]\noutput = \"x\"\n"),
              StartsWith("tensorleak: tensorleak.toml:2: unknown key \"output\""))
      << "check has no folder to write to";
  EXPECT_THAT(error("[gate]\nmax-leaks = 1\n"),
              StartsWith("tensorleak: tensorleak.toml:1: there is no command \"gate\""));
  EXPECT_THAT(error("\n[check]\nmax-leaks = \"few\"\n"),
              StartsWith("tensorleak: tensorleak.toml:3: --max-leaks: expected a whole number"));
  EXPECT_THAT(error("max-leaks 1\n"), HasSubstr("unknown key \"max-leaks 1\""));
  EXPECT_THAT(error("config = \"other.toml\"\n"), HasSubstr("unknown key \"config\""));
  EXPECT_THAT(error("INPUT = \"log.jsonl\"\n"), HasSubstr("unknown key \"INPUT\""));
  EXPECT_THAT(error("update-baseline = \"maybe\"\n"), HasSubstr("tensorleak.toml:1: "));
}

TEST_F(ConfigFile, DoesNotStandInTheWayOfOtherCommands) {
  EXPECT_EQ(run("nonsense = 1\n", {"--version"}).exit_code, 0);
  EXPECT_EQ(run("nonsense = 1\n", {"check", "--help"}).exit_code, 0);
}

}  // namespace
}  // namespace tensorleak::end_to_end
