// Holds docs/workload-script.md and its schema to what `tensorleak run` takes and refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "libtrack/trace/test_files.hpp"
#include "reports/views/schema_check.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const std::string kFolder = TENSORLEAK_SOURCE_DIR;
const std::string kSchema = kFolder + "/docs/workload-script.schema.json";

std::string violation(const std::string& script) {
  return views::schema_violation(script, kSchema);
}

Ran run_script(const std::string& script) {
  const trace::testing::TempFolder folder;
  return run_tool({"run", folder.write("script.json", script), "-o", folder.path("out")});
}

/// A script whose frame has these steps.
std::string with_frame(const std::string& steps, const std::string& more = "") {
  return R"({"format": "tensorleak-workload", "version": 1, )" + more + R"("frame": [)" + steps +
         "]}";
}

/// The document's blocks in JSON.
std::vector<std::string> blocks() {
  const std::string text = content(kFolder + "/docs/workload-script.md");
  constexpr std::string_view kFence = "```json\n";
  std::vector<std::string> found;
  for (std::size_t at = 0; (at = text.find(kFence, at)) != std::string::npos;) {
    at += kFence.size();
    const std::size_t end = text.find("```", at);
    found.push_back(text.substr(at, end - at));
    at = end;
  }
  return found;
}

TEST(WorkloadScriptSchema, HoldsForEverySample) {
  std::size_t scripts = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder + "/samples/scripts")) {
    EXPECT_EQ(violation(content(entry.path())), "") << entry.path();
    ++scripts;
  }
  EXPECT_EQ(scripts, 34u);
}

TEST(WorkloadScriptDocument, HasExamplesThatRun) {
  std::size_t whole = 0;
  for (const std::string& block : blocks()) {
    // The others are steps, or fields of a script.
    if (block.find("\"format\"") == std::string::npos) continue;
    ++whole;
    EXPECT_EQ(violation(block), "");
    const Ran ran = run_script(block);
    EXPECT_THAT(ran.exit_code, ::testing::AnyOf(0, 1)) << block << ran.errors;
  }
  EXPECT_GE(whole, 2u);
}

TEST(WorkloadScriptDocument, NamesEveryVerbAndOperation) {
  const std::string text = content(kFolder + "/docs/workload-script.md");
  const auto schema = nlohmann::json::parse(content(kSchema));
  for (const auto& [verb, fields] : schema["definitions"]["verbs"].items())
    EXPECT_THAT(text, HasSubstr("`" + verb + "`"));
  for (const auto& operation : schema["definitions"]["known_operation"]["enum"])
    EXPECT_THAT(text, HasSubstr("`" + operation.get<std::string>() + "`"));
}

TEST(WorkloadScriptDocument, TellsTheAnswerToItsFirstExample) {
  const trace::testing::TempFolder folder;
  const std::string example = folder.write("script.json", blocks().front());
  const Ran ran = run_tool({"run", example, "-o", folder.path("out")});
  const std::string text = content(kFolder + "/docs/workload-script.md");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(text, HasSubstr(first_line(ran.output)));
  const auto report = nlohmann::json::parse(content(folder.path("out/report.json")));
  const int line = report["sites"][0]["user_frame"]["line"];
  EXPECT_THAT(text, HasSubstr("line " + std::to_string(line) + " of the script"));
}

TEST(WorkloadScriptSchema, TakesAndRefusesWhatTheToolDoes) {
  const std::string make = R"({"op": "ones", "shape": [2], "as": "x"})";
  for (
      const char* const step :
      {R"({"use": "x", "op": "draw", "at": "sketch.js:12:5", "about": "why"})", R"({"clone": "x"})",
       R"({"reshape": "x", "shape": [1, -1]})", R"({"expand_dims": "x", "axis": 0})",
       R"({"op": "conv2d", "of": "x", "shape": [3], "dtype": "int32"})",
       R"({"append": ["x", "x"], "to": "list"}, {"take": "list"}, {"forget": "list"})",
       R"({"tidy": [{"keep": "x"}], "name": "t", "returns": ["x"]})",
       R"({"scope": "s", "steps": [{"variable": "v", "from": "x"}, {"assign": "v", "from": "x"}]})",
       R"({"repeat": 2, "steps": []}, {"if": {"defined": "x"}, "then": [], "else": []})",
       R"({"if": {"longer": "list", "than": 2, "every": 3, "from": 1, "before": 9}, "then": []})",
       R"({"resource": "textures", "value": 3}, {"counter": "memory"}, {"dispose": "x"})"}) {
    const std::string script = with_frame(make + ", " + step);
    EXPECT_EQ(violation(script), "") << step;
    EXPECT_NE(run_script(script).exit_code, 2) << step << run_script(script).errors;
  }
}

class Refused : public testing::TestWithParam<const char*> {};

TEST_P(Refused, BySchemaAndTool) {
  const std::string script = with_frame(GetParam());
  EXPECT_THAT(violation(script), Not(IsEmpty()));
  const Ran ran = run_script(script);
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.errors, HasSubstr("script.json:1"));
}

INSTANTIATE_TEST_SUITE_P(
    Steps, Refused,
    testing::Values(R"({"op": "ones", "shape": [2], "sahpe": [2]})",
                    R"({"dispose": "x", "op": "draw"})", R"({"about": "nothing to do"})",
                    R"({"op": "ones", "shape": 3})", R"({"op": "ones", "shape": [-2]})",
                    R"({"op": "ones", "shape": [1, 1, 1, 1, 1, 1, 1, 1, 1]})",
                    R"({"op": "ones", "shape": [2], "dtype": "float8"})", R"({"dispose": ""})",
                    R"({"assign": "v"})", R"({"repeat": -1, "steps": []})",
                    R"({"if": {}, "then": []})", R"({"if": {"longer": "x"}, "then": []})",
                    R"({"use": "x", "at": "here"})", R"({"counter": "rss"})",
                    R"({"op": "conv2d", "of": "x"})",
                    R"({"tidy": [{"dispose": "x", "wehn": 1}]})"));

TEST(WorkloadScript, OfOtherFieldsIsRefusedBySchemaAndTool) {
  for (const char* const field :
       {R"("frmae": [],)", R"("frames": -1,)", R"("memory_limit": "much",)", R"("pools": 3,)",
        R"("models": {"m": {"weights": [], "layers": []}},)",
        R"("functions": {"f": {"returns": "x"}},)"}) {
    const std::string script = with_frame("", field);
    EXPECT_THAT(violation(script), Not(IsEmpty())) << field;
    EXPECT_EQ(run_script(script).exit_code, 2) << field;
  }
}

}  // namespace
}  // namespace tensorleak::end_to_end
