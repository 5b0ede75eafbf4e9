// `tensorleak export` through the real program. Whether other tools read what it writes is seen by
// scripts/test-exports.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "libtrack/trace/test_files.hpp"
#include "tests/gate_logs.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using trace::testing::TempFolder;

class Export : public testing::Test {
 protected:
  Ran to(const std::string& format, const std::string& input,
         std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"export", input, "--to", format});
    return run_tool(options);
  }

  TempFolder folder_;
};

TEST_F(Export, WritesEachFormat) {
  const std::pair<std::string, std::string> formats[] = {
      {"junit", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "},
      {"sarif", "{\n  \"$schema\": \"https://docs.oasis-open.org/sarif/"},
      {"github", "::error title=tensorleak::LEAK  1 site grows"},
      {"gitlab", "[\n  {\n    \"description\": \"LEAK, growing: "},
      {"markdown", "### tensorleak: LEAK\n"},
      {"csv", "fingerprint,label,status,"},
      {"folded", "LEAK, growing;loop (app.js:30);onFrame (app.js:14);"},
      {"speedscope", "{\n  \"$schema\": \"https://www.speedscope.app/"},
      {"perfetto", "{\n  \"displayTimeUnit\": \"ms\","}};
  for (const auto& [format, beginning] : formats) {
    const Ran ran = to(format, data("leaking.jsonl"));
    EXPECT_EQ(ran.exit_code, 0) << format;
    EXPECT_THAT(ran.output, StartsWith(beginning)) << format;
    EXPECT_EQ(ran.errors, "");
    const std::string file = folder_.path("file");
    EXPECT_EQ(to(format, data("leaking.jsonl"), {"-o", file}).output, "");
    EXPECT_EQ(content(file), ran.output) << format;
  }
}

TEST_F(Export, OfAReportIsThatOfItsRecording) {
  run_tool({"run", data("leaking.jsonl"), "-q", "-o", folder_.path("out")});
  for (const auto* format : {"junit", "sarif", "csv", "perfetto"}) {
    EXPECT_EQ(to(format, folder_.path("out/report.json")).output,
              to(format, data("leaking.jsonl")).output)
        << format;
  }
}

TEST_F(Export, AsksTheGate) {
  const std::string log = folder_.write("log.jsonl", log_of({{.function = "onFrame"}}));
  const std::string known = folder_.write("known.txt", "leak:onFrame reason=upstream");
  const Ran suppressed = to("junit", log, {"--suppressions", known});
  EXPECT_EQ(suppressed.exit_code, 0);
  EXPECT_THAT(suppressed.output, HasSubstr("failures=\"0\" errors=\"0\" skipped=\"1\""));
  EXPECT_THAT(suppressed.output, HasSubstr("suppressed: leak:onFrame: upstream"));
  EXPECT_THAT(to("github", log, {"--max-leaks", "1"}).output,
              StartsWith("::notice title=tensorleak::PASSED  "));
}

TEST_F(Export, TellsPathsBelowTheRootRelativeToIt) {
  std::string log = log_of({{.function = "onFrame"}});
  for (auto at = log.find("\"app.js\""); at != std::string::npos; at = log.find("\"app.js\""))
    log.replace(at, 8, "\"/home/me/app/src/app.js\"");
  const std::string path = folder_.write("log.jsonl", log);
  const auto uri = [&](const std::vector<std::string>& options) {
    const auto sarif = nlohmann::json::parse(to("sarif", path, options).output);
    return sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
                ["uri"];
  };
  EXPECT_EQ(uri({}), "file:///home/me/app/src/app.js");
  EXPECT_EQ(uri({"--root", "/home/me/app"}), "src/app.js");
  EXPECT_EQ(uri({"--root", "/home/me/app/"}), "src/app.js");
}

TEST_F(Export, ThatCannotBeMadeIsUsage) {
  EXPECT_EQ(run_tool({"export", data("clean.jsonl")}).exit_code, 2);
  EXPECT_EQ(to("pdf", data("clean.jsonl")).exit_code, 2);
  EXPECT_EQ(to("csv", "none.jsonl").exit_code, 2);
  const Ran unwritable = to("csv", data("clean.jsonl"), {"-o", "/none/file.csv"});
  EXPECT_EQ(unwritable.exit_code, 2);
  EXPECT_THAT(unwritable.errors, HasSubstr("/none/file.csv: this cannot be written: "));
}

}  // namespace
}  // namespace tensorleak::end_to_end
