// The command line itself: help, and mistakes in it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

/// Runs what must be refused as a mistake; what it says.
std::string mistake(const std::vector<std::string>& arguments) {
  const Ran ran = run_tool(arguments);
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.output, "");
  EXPECT_THAT(ran.errors, HasSubstr("\ntry: tensorleak "));
  return first_line(ran.errors);
}

TEST(Usage, HelpListsCommandsAndExitCodes) {
  const Ran ran = run_tool({"--help"});
  EXPECT_EQ(ran.exit_code, 0);
  for (const auto* part : {"run", "report", "check", "diff", "Exit codes: 0 clean; 1 leak"}) {
    EXPECT_THAT(ran.output, HasSubstr(part));
  }
  EXPECT_EQ(ran.errors, "");
}

TEST(Usage, HelpOfACommandListsItsOptions) {
  const Ran ran = run_tool({"run", "--help"});
  EXPECT_EQ(ran.exit_code, 0);
  for (const auto* option : {"--output DIR", "--format text|json", "--quiet", "--verbose",
                             "--color auto|always|never", "--framework PATTERN", "--limit SIZE"}) {
    EXPECT_THAT(ran.output, HasSubstr(option));
  }
}

TEST(Usage, HelpFitsATerminal) {
  for (const auto* command : {"run", "report", "check", "diff"}) {
    std::size_t column = 0;
    std::size_t widest = 0;
    for (const char letter : run_tool({command, "--help"}).output) {
      column = letter == '\n' ? 0 : column + 1;
      widest = std::max(widest, column);
    }
    EXPECT_LE(widest, 90u) << command;
  }
}

TEST(Usage, VersionIsANumber) {
  const Ran ran = run_tool({"--version"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.output, MatchesRegex("tensorleak [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST(Usage, MistakesAreToldInWords) {
  EXPECT_EQ(mistake({}), "tensorleak: no command was given");
  EXPECT_EQ(mistake({"lint"}), "tensorleak: there is no command \"lint\"");
  EXPECT_EQ(mistake({"--colour"}), "tensorleak: there is no option --colour");
  EXPECT_EQ(mistake({"check", "a", "--colour"}), "tensorleak: there is no option --colour");
  EXPECT_EQ(mistake({"check", "a", "b"}), "tensorleak: \"b\" is one input too many");
  EXPECT_EQ(mistake({"check"}), "tensorleak: INPUT is required");
  EXPECT_EQ(mistake({"check", "a", "-q", "-v"}), "tensorleak: --quiet excludes --verbose");
}

TEST(Usage, ValuesThatAreWrongNameWhatIsExpected) {
  EXPECT_EQ(mistake({"check", "a", "--format", "xml"}),
            "tensorleak: --format: expected text, json or html, found \"xml\"");
  EXPECT_EQ(mistake({"check", "a", "--color", "red"}),
            "tensorleak: --color: expected auto, always or never, found \"red\"");
  EXPECT_EQ(mistake({"check", "a", "--limit", "much"}),
            "tensorleak: --limit: expected a size such as 4GiB, 512MB or 1000000, found \"much\"");
}

TEST(Usage, HintNamesTheCommand) {
  EXPECT_THAT(run_tool({"run"}).errors, HasSubstr("\ntry: tensorleak run --help\n"));
  EXPECT_THAT(run_tool({"lint"}).errors, HasSubstr("\ntry: tensorleak --help\n"));
}

TEST(Usage, EscapesInArgumentsStayHarmless) {
  EXPECT_EQ(mistake({"\x1b[2J"}), "tensorleak: there is no command \"\\x1b[2J\"");
}

}  // namespace
}  // namespace tensorleak::end_to_end
