// `tensorleak diff` through the real program.
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

class Difference : public testing::Test {
 protected:
  Ran diff(const std::string& before, const std::string& after,
           std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"diff", folder_.write("before.jsonl", before),
                                     folder_.write("after.jsonl", after)});
    return run_tool(options);
  }

  TempFolder folder_;
};

const LeakingLine kOnFrame{.function = "onFrame"};
const LeakingLine kOnClick{.function = "onClick"};

TEST_F(Difference, SaysWhatAChangeAddedAndRemoved) {
  LeakingLine worse = kOnFrame;
  worse.bytes = 28;
  const LeakingLine added{.function = "onLoad"};
  const Ran ran = diff(log_of({kOnFrame, kOnClick}), log_of({worse, added}));
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(first_line(ran.output), "WORSE  1 new, 1 worse, 1 gone");
  EXPECT_THAT(ran.output, HasSubstr("▸ onLoad"));
  EXPECT_THAT(ran.output, HasSubstr("\ngone: Zeros at onClick, app.js:11:3 ("));
  EXPECT_EQ(last_line(ran.output), "SUMMARY: tensorleak: worse: 1 new, 1 worse, 1 gone");
}

TEST_F(Difference, EndsByItsTrend) {
  const std::string both = log_of({kOnFrame, kOnClick});
  const std::string one = log_of({kOnFrame});
  EXPECT_EQ(diff(one, both).exit_code, 1);
  EXPECT_EQ(diff(both, both).exit_code, 0);
  const Ran better = diff(both, one);
  EXPECT_EQ(better.exit_code, 0);
  EXPECT_THAT(better.output, StartsWith("BETTER  1 same, 1 gone\n"));
  const std::string incomplete = log_of({kOnFrame}, {.frames = 40, .ends = false});
  const Ran unsure = diff(both, incomplete);
  EXPECT_EQ(unsure.exit_code, 3);
  EXPECT_THAT(unsure.output, StartsWith("NO VERDICT  1 same, 1 gone; after: incomplete: "));
  EXPECT_EQ(diff(incomplete, both).exit_code, 1) << "what is worse is so all the same";
}

TEST_F(Difference, TakesReportsAndRecordings) {
  const Ran of_logs = diff(log_of({kOnFrame}), log_of({kOnFrame, kOnClick}));
  run_tool({"run", folder_.path("before.jsonl"), "-q", "-o", folder_.path("out")});
  const Ran mixed =
      run_tool({"diff", folder_.path("out/report.json"), folder_.path("after.jsonl")});
  EXPECT_EQ(mixed.exit_code, 1);
  EXPECT_EQ(mixed.output, of_logs.output);
}

TEST_F(Difference, IsTextOrJson) {
  const Ran ran = diff(log_of({kOnFrame}), log_of({kOnClick}), {"--format", "json"});
  const auto json = nlohmann::json::parse(ran.output);
  EXPECT_EQ(json["exit"], ran.exit_code);
  EXPECT_EQ(json["counts"]["new"], 1);
  EXPECT_EQ(json["sites"][0]["after"][0]["user_frame"]["function"], "onClick");
  EXPECT_EQ(json["sites"][1]["before"][0]["user_frame"]["function"], "onFrame");
  EXPECT_EQ(diff(log_of({}), log_of({}), {"--format", "html"}).exit_code, 2);
}

TEST_F(Difference, ThatCannotBeMadeIsUsage) {
  EXPECT_EQ(run_tool({"diff", data("clean.jsonl")}).exit_code, 2);
  const Ran missing = run_tool({"diff", data("clean.jsonl"), "none.jsonl"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.errors, HasSubstr("none.jsonl"));
}

}  // namespace
}  // namespace tensorleak::end_to_end
