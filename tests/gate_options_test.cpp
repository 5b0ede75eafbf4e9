// The gate through the real program: each option just inside its limit, and just outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "libtrack/trace/test_files.hpp"
#include "tests/gate_logs.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using trace::testing::TempFolder;

class GateOptions : public testing::Test {
 protected:
  /// `check` on a log of its own.
  Ran check(const std::string& log, std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"check", folder_.write("log.jsonl", log)});
    return run_tool(options);
  }

  int code(const std::string& log, const std::vector<std::string>& options = {}) const {
    return check(log, options).exit_code;
  }

  json report(const std::string& log, std::vector<std::string> options = {}) const {
    options.insert(options.end(), {"--format", "json"});
    return json::parse(check(log, options).output);
  }

  std::string suppressions(const std::string& text) const {
    return folder_.write("known.txt", text);
  }

  /// A baseline of this log.
  std::string baseline(const std::string& log) const {
    const std::string path = folder_.path("baseline.json");
    EXPECT_EQ(code(log, {"--baseline", path, "--update-baseline", "-q"}), 0);
    return path;
  }

  TempFolder folder_;
};

const LeakingLine kOnFrame{.function = "onFrame"};
const LeakingLine kOnClick{.function = "onClick", .bytes = 100};
const LeakingLine kInStep{.function = "train", .bytes = 8, .scope = "step"};

TEST_F(GateOptions, MaxLeaksCountsSites) {
  const std::string two = log_of({kOnFrame, kOnClick});
  EXPECT_EQ(code(two), 1);
  EXPECT_EQ(code(two, {"--max-leaks", "2"}), 0);
  const Ran failed = check(two, {"--max-leaks", "1"});
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_EQ(first_line(failed.output), "FAILED  2 leaks where --max-leaks allows 1");
  EXPECT_EQ(last_line(failed.output),
            "SUMMARY: tensorleak: failed: 2 leaks where --max-leaks allows 1");
}

TEST_F(GateOptions, MaxGrowthCountsBytesPerFrame) {
  const std::string two = log_of({kOnFrame, kOnClick});
  EXPECT_EQ(code(two, {"--max-growth", "124"}), 0);
  EXPECT_EQ(code(two, {"--max-growth", "123"}), 1);
  EXPECT_EQ(code(two, {"--max-growth", "1KB"}), 0);
}

TEST_F(GateOptions, MaxSurvivorsCountsTensorsOfACleanRun) {
  const std::string clean = log_of({}, {.variables = 5});
  EXPECT_EQ(code(clean, {"--max-survivors", "5"}), 0);
  const Ran failed = check(clean, {"--max-survivors", "4"});
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_THAT(failed.output, StartsWith("FAILED  5 survivors where --max-survivors allows 4\n"));
}

TEST_F(GateOptions, LimitsOfALabelCountIt) {
  const std::string log = log_of({kOnFrame}, {.variables = 5});
  EXPECT_EQ(code(log, {"--max-leaks", "label:growing=1"}), 0);
  EXPECT_EQ(code(log, {"--max-leaks", "label:growing=0"}), 1);
  EXPECT_EQ(code(log, {"--max-leaks", "label:lost=1"}), 1);
  EXPECT_EQ(code(log_of({}, {.variables = 5}), {"--max-survivors", "label:retained=5"}), 0);
  EXPECT_EQ(code(log_of({}, {.variables = 5}), {"--max-survivors", "label:retained=4"}), 1);
}

TEST_F(GateOptions, LimitsOfAScopeCountWhatWasMadeInIt) {
  EXPECT_EQ(code(log_of({kInStep}), {"--max-leaks", "scope:step=1"}), 0);
  EXPECT_EQ(code(log_of({kInStep}), {"--max-leaks", "scope:step=0", "--max-leaks", "5"}), 1);
  EXPECT_EQ(code(log_of({kInStep}), {"--max-growth", "scope:step=8"}), 0);
  EXPECT_EQ(code(log_of({kInStep}), {"--max-growth", "scope:step=7"}), 1);
  const Ran other = check(log_of({kInStep, kOnFrame}), {"--max-leaks", "scope:step=1"});
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.output, HasSubstr("▸ onFrame"));
  EXPECT_THAT(other.output, Not(HasSubstr("▸ train")));
}

TEST_F(GateOptions, LimitsOfASiteCountItAlone) {
  const std::string log = log_of({kOnFrame, kOnClick});
  const std::string print = report(log)["sites"][0]["fingerprint"];
  const std::string other = report(log)["sites"][1]["fingerprint"];
  EXPECT_EQ(code(log, {"--max-leaks", "site:" + print + "=1"}), 1);
  EXPECT_EQ(code(log, {"--max-leaks", "site:" + print + "=1", "--max-leaks",
                       "site:" + other.substr(0, 8) + "=1"}),
            0);
  EXPECT_EQ(code(log, {"--max-leaks", "site:" + print + "=0", "--max-leaks", "2"}), 1);
  EXPECT_EQ(code(log, {"--max-growth", "site:" + print + "=100", "--max-growth", "24"}), 0);
  EXPECT_EQ(code(log, {"--max-growth", "site:" + print + "=99", "--max-growth", "24"}), 1);
}

TEST_F(GateOptions, ResourcesBelowTheTensorsAreLeaks) {
  EXPECT_EQ(run_tool({"check", data("textures-grow.jsonl"), "--max-leaks", "1"}).exit_code, 0);
  EXPECT_EQ(run_tool({"check", data("textures-grow.jsonl"), "--max-leaks", "0"}).exit_code, 1);
  const std::string known = suppressions("resource:^textures$");
  EXPECT_EQ(run_tool({"check", data("textures-grow.jsonl"), "--suppressions", known}).exit_code, 0);
}

TEST_F(GateOptions, OfAReportAreThoseOfItsRecording) {
  const std::string log = folder_.write("log.jsonl", log_of({kOnFrame}));
  EXPECT_EQ(run_tool({"run", log, "-q", "-o", folder_.path("out")}).exit_code, 1);
  const std::string report = folder_.path("out/report.json");
  for (const auto* limit : {"0", "1"}) {
    const Ran of_log = run_tool({"check", log, "--max-leaks", limit});
    const Ran of_report = run_tool({"check", report, "--max-leaks", limit});
    const Ran ran = run_tool({"run", log, "-o", folder_.path("again"), "--max-leaks", limit});
    EXPECT_EQ(of_report.exit_code, of_log.exit_code);
    EXPECT_EQ(of_report.output, of_log.output);
    EXPECT_EQ(ran.exit_code, of_log.exit_code);
    EXPECT_EQ(ran.output, of_log.output);
    const json gate = json::parse(content(folder_.path("again/report.json")))["gate"];
    EXPECT_EQ(gate["outcome"], of_log.exit_code == 0 ? "passed" : "failed");
  }
}

TEST_F(GateOptions, SuppressionsLetPassWhatTheyName) {
  const std::string two = log_of({kOnFrame, kOnClick});
  const std::string one = suppressions("leak:^onClick$ reason=\"ours, later\"\n");
  const Ran failed = check(two, {"--suppressions", one});
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_EQ(first_line(failed.output),
            "FAILED  1 leak where none is allowed; 1 leak is suppressed");
  EXPECT_THAT(failed.output, HasSubstr("▸ onFrame"));
  EXPECT_THAT(failed.output, Not(HasSubstr("▸ onClick")));
  EXPECT_THAT(failed.output, HasSubstr("\nsuppressed: leak:^onClick$: 12 tensors at 1 site; ours, "
                                       "later (" +
                                       one + ":1)\n"));
  const std::string both = folder_.write("more.txt", "file:app.js");
  EXPECT_EQ(code(two, {"--suppressions", both}), 0);
  EXPECT_EQ(code(two, {"--suppressions", one, "--suppressions", both}), 0);
}

TEST_F(GateOptions, EachSubjectOfSuppressionsNamesSitesAndNoOthers) {
  const std::string log = log_of({{.function = "train", .bytes = 8, .scope = "step", .op = "Mul"}});
  const std::string print = report(log)["sites"][0]["fingerprint"];
  for (const std::string& line :
       {std::string("leak:train"), std::string("leak:app.js"), std::string("op:Mul"),
        std::string("scope:step"), std::string("file:^app.js$"), std::string("shape:[2]"),
        "site:" + print})
    EXPECT_EQ(code(log, {"--suppressions", suppressions(line)}), 0) << line;
  for (const auto* line : {"leak:trains", "op:Mule", "scope:steps", "file:^pp.js$", "shape:[22]",
                           "site:00000000", "resource:train"})
    EXPECT_EQ(code(log, {"--suppressions", suppressions(line)}), 1) << line;
}

TEST_F(GateOptions, SuppressionsHaveAMostAndALastDay) {
  const std::string log = log_of({kOnFrame});  // 12 tensors
  const auto with = [&](const std::string& options) {
    return check(log, {"--suppressions", suppressions("leak:onFrame " + options)});
  };
  EXPECT_EQ(with("max=12").exit_code, 0);
  const Ran exceeded = with("max=11");
  EXPECT_EQ(exceeded.exit_code, 1);
  EXPECT_THAT(exceeded.output, HasSubstr("\nexceeded: leak:onFrame allows 11 tensors, and there "
                                         "are 12 tensors at 1 site ("));
  EXPECT_EQ(with("expires=9999-12-31").exit_code, 0);
  const Ran expired = with("expires=2001-12-31");
  EXPECT_EQ(expired.exit_code, 1);
  EXPECT_THAT(expired.output, HasSubstr("\nexpired: leak:onFrame counted until 2001-12-31"));
}

TEST_F(GateOptions, PrintedSuppressionsSuppress) {
  const std::string log = log_of({kOnFrame, kInStep});
  const Ran printed = check(log, {"--print-suppressions"});
  EXPECT_EQ(printed.exit_code, 1);
  EXPECT_THAT(printed.output, HasSubstr("# LEAK, growing: Zeros at onFrame, app.js:10:3 ("));
  const std::string known = suppressions(printed.output);
  EXPECT_EQ(code(log, {"--suppressions", known}), 0);
  EXPECT_EQ(check(log, {"--suppressions", known, "--print-suppressions"}).output, "");
}

TEST_F(GateOptions, ABaselineLetsPassWhatIsNoWorse) {
  const std::string before = log_of({kOnFrame, kOnClick});
  const std::string path = baseline(before);
  EXPECT_EQ(code(before, {"--baseline", path}), 0);

  LeakingLine worse = kOnFrame;
  worse.bytes = 28;
  const Ran failed = check(log_of({worse, kOnClick}), {"--baseline", path});
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_EQ(first_line(failed.output),
            "FAILED  1 leak where none is allowed; from the baseline: 1 worse, 1 same");
  EXPECT_THAT(failed.output, HasSubstr("\nworse: Zeros at onFrame, app.js:10:3 ("));
  EXPECT_THAT(failed.output, HasSubstr("+1 tensor, 28 B per frame, was +1 tensor, 24 B per frame"));
  EXPECT_THAT(failed.output, Not(HasSubstr("▸ onClick")));

  LeakingLine better = kOnFrame;
  better.bytes = 20;
  const Ran passed = check(log_of({better}), {"--baseline", path});
  EXPECT_EQ(passed.exit_code, 0);
  EXPECT_THAT(first_line(passed.output), HasSubstr("from the baseline: 1 better, 1 gone"));
  EXPECT_THAT(passed.output, HasSubstr("\nbetter: Zeros at onFrame"));
  EXPECT_THAT(passed.output, HasSubstr("\ngone: Zeros at onClick"));
}

TEST_F(GateOptions, ABaselineDoesNotLetPassWhatIsNew) {
  const std::string path = baseline(log_of({kOnFrame}));
  const Ran failed = check(log_of({kOnFrame, kOnClick}), {"--baseline", path});
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_THAT(failed.output, HasSubstr("\nnew: Zeros at onClick, app.js:11:3 ("));
  EXPECT_THAT(failed.output, Not(HasSubstr("▸ onFrame")));
  EXPECT_EQ(code(log_of({kOnFrame, kOnClick}), {"--baseline", path, "--max-leaks", "1"}), 0);
}

TEST_F(GateOptions, ABaselineIsUpdatedWhenAskedAndFromWholeRecordingsOnly) {
  const std::string path = baseline(log_of({kOnFrame}));
  const std::string two = log_of({kOnFrame, kOnClick});
  EXPECT_EQ(code(two, {"--baseline", path}), 1);
  const std::string before = content(path);
  const Ran incomplete = check(log_of({kOnFrame, kOnClick}, {.frames = 40, .ends = false}),
                               {"--baseline", path, "--update-baseline"});
  EXPECT_EQ(incomplete.exit_code, 1);
  EXPECT_THAT(incomplete.errors, HasSubstr(": the baseline stays as it is: "));
  EXPECT_EQ(content(path), before);

  const Ran updated = check(two, {"--baseline", path, "--update-baseline"});
  EXPECT_EQ(updated.exit_code, 0);
  EXPECT_THAT(updated.output, HasSubstr("\nnew: Zeros at onClick"));
  EXPECT_EQ(updated.errors, "baseline: " + path + "\n");
  EXPECT_EQ(code(two, {"--baseline", path}), 0);
  EXPECT_FALSE(json::parse(content(path)).contains("gate"));
}

TEST_F(GateOptions, WhatIsNotWholeNeverPasses) {
  const std::string known = suppressions("leak:*");
  const std::string whole = log_of({kOnFrame}, {.frames = 40});
  const std::string path = baseline(whole);
  const std::vector<std::vector<std::string>> ways = {{"--suppressions", known},
                                                      {"--baseline", path},
                                                      {"--max-leaks", "1"},
                                                      {"--max-growth", "1GB"}};
  for (const auto& way : ways) {
    EXPECT_EQ(code(whole, way), 0) << way[0];
    for (const LogDetails& details :
         {LogDetails{.frames = 40, .ends = false}, LogDetails{.frames = 40, .dropped = 3}}) {
      const Ran ran = check(log_of({kOnFrame}, details), way);
      EXPECT_EQ(ran.exit_code, 3) << way[0];
      EXPECT_THAT(ran.output, StartsWith("NO VERDICT  ")) << way[0];
      EXPECT_EQ(code(log_of({kOnFrame}, details)), 1) << "a leak is one all the same";
    }
    std::vector<std::string> blind = way;
    blind.insert(blind.begin(), {"check", data("no-tensor.jsonl")});
    EXPECT_EQ(run_tool(blind).exit_code, 3) << way[0];
  }
}

TEST_F(GateOptions, WhatIsUndecidedPassesOnlyIfItIsSuppressed) {
  const auto check_filling = [&](const std::string& line) {
    return run_tool({"check", data("still-filling.jsonl"), "--suppressions", suppressions(line)})
        .exit_code;
  };
  EXPECT_EQ(check_filling("leak:other"), 3);
  EXPECT_EQ(check_filling("leak:onFrame"), 0);
  EXPECT_EQ(run_tool({"check", data("too-short.jsonl"), "--suppressions", suppressions("leak:*")})
                .exit_code,
            3)
      << "two frames say too little of all that may leak";
}

TEST_F(GateOptions, ThatAreWrongAreUsage) {
  const std::string log = log_of({kOnFrame});
  const auto error = [&](const std::vector<std::string>& options) {
    const Ran ran = check(log, options);
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_EQ(ran.output, "");
    return first_line(ran.errors);
  };
  EXPECT_EQ(error({"--max-leaks", "few"}),
            "tensorleak: --max-leaks: expected a whole number, or WHAT:NAME=NUMBER, found \"few\"");
  EXPECT_THAT(error({"--max-leaks", "label:leaky=1"}), HasSubstr("there is no label \"leaky\""));
  EXPECT_THAT(error({"--max-growth", "0"}), HasSubstr("at least 1 byte"));
  const std::string wrong = suppressions("leak:a\n\nrace:b\n");
  EXPECT_THAT(error({"--suppressions", wrong}),
              StartsWith("tensorleak: " + wrong + ":3:1: expected what is suppressed, found "));
  EXPECT_THAT(error({"--suppressions", "/none/of.txt"}), HasSubstr("/none/of.txt"));
  EXPECT_EQ(error({"--baseline", "/none/b.json"}),
            "tensorleak: /none/b.json: there is no baseline; make one with --update-baseline, and "
            "put it under version control");
  EXPECT_THAT(error({"--baseline", wrong}), HasSubstr("this is not JSON"));
  EXPECT_THAT(error({"--update-baseline"}), HasSubstr("name it with --baseline FILE"));
  EXPECT_THAT(error({"--baseline", "/none/b.json", "--update-baseline"}),
              HasSubstr("the baseline cannot be written"));
}

TEST_F(GateOptions, GrowthPerSecondIsNotHeldAgainstGrowthPerFrame) {
  const std::string path = baseline(content(data("leaking.jsonl")));
  json report = json::parse(content(path));
  report["frames"]["source"] = "time";
  folder_.write("baseline.json", report.dump());
  const Ran refused = run_tool({"check", data("leaking.jsonl"), "--baseline", path});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.errors, HasSubstr("growth is counted per second there, and per frame here"));
}

}  // namespace
}  // namespace tensorleak::end_to_end
