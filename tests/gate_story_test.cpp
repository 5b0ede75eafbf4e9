// The story of a pull request: a program is written, changed, built and run anew at each step, and
// the gate must say of each what a reviewer would.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "libtrack/trace/test_files.hpp"
#include "tests/compiled_program.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using trace::testing::TempFolder;

/// Holds its weights, and disposes all else.
const std::string kBase = R"(#include <track/track.hpp>
#include <vector>

namespace {

std::vector<track::Tensor> history;

void classify(const track::Tensor& weights) {
  const track::Tensor scores = track::zeros({4});
  scores.dispose();
  (void)weights;
}

}  // namespace

int main() {
  const track::OwnedTensor weights(track::ones({16}));
  for (int turn = 0; turn < 12; ++turn) {
    classify(weights.get());
    track::frame();
  }
}
)";
const std::string kLine = "history.push_back(track::zeros({8}));  // for later";
const std::string kFix = "track::zeros({8}).dispose();  // not for later";

class PullRequest : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_compiler()) GTEST_SKIP() << "NO COMPILER: " << compiler() << " is not there any more";
  }

  /// Builds the source, and runs it through the gate in its folder.
  Ran run(const std::string& source, std::vector<std::string> options) const {
    write_source(folder_.path("program.cpp"), source);
    compile(folder_.path(""), "-O0 program.cpp -o program");
    options.insert(options.begin(), {"run", "-o", "out"});
    options.insert(options.end(), {"--", "./program"});
    return run_tool(options, {{"ASAN_OPTIONS=detect_leaks=0"}, folder_.path("")});
  }

  json report() const { return json::parse(content(folder_.path("out/report.json"))); }

  TempFolder folder_;
};

TEST_F(PullRequest, IsGatedFromItsFirstLeakToItsFix) {
  const std::vector<std::string> gate = {"--baseline", "main.json", "--suppressions", "known.txt"};
  folder_.write("known.txt", "# nothing is known to leak\n");

  // The main branch is clean, and becomes the baseline.
  const Ran base =
      run(kBase, {"--baseline", "main.json", "--update-baseline", "--suppressions", "known.txt"});
  EXPECT_EQ(base.exit_code, 0) << base.output << base.errors;
  EXPECT_THAT(base.output, StartsWith("PASSED  "));
  EXPECT_EQ(run(kBase, gate).exit_code, 0);

  // A change leaks at a new line: that fails, and nothing else is named.
  const std::string leaking =
      edited(kBase, {{"  scores.dispose();", "  " + kLine + "\n  scores.dispose();"}});
  const Ran failed = run(leaking, gate);
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_EQ(first_line(failed.output),
            "FAILED  1 leak where none is allowed; from the baseline: 1 new");
  EXPECT_THAT(failed.output, HasSubstr("   ▸ classify   "));
  EXPECT_THAT(failed.output, HasSubstr("program.cpp:10\n     │ " + kLine + "\n"));
  EXPECT_THAT(failed.output, HasSubstr("\nnew: zeros at classify, "));
  EXPECT_THAT(failed.output, Not(HasSubstr("\n2  ")));
  const json breaches = report()["gate"]["breaches"];
  ASSERT_EQ(breaches.size(), 1u);
  ASSERT_EQ(breaches[0]["fingerprints"].size(), 1u);
  const std::string print = breaches[0]["fingerprints"][0];

  // Other work goes on around it: its lines move, and its fingerprint stays.
  const std::string moved = edited(
      leaking,
      {{"namespace {", "// Of the makers.\n\n\nint other() {\n  return 1;\n}\n\nnamespace {"},
       {"  const track::Tensor scores", "  // scores\n\n  const track::Tensor scores"},
       {"  " + kLine, "    " + kLine}});
  EXPECT_EQ(run(moved, gate).exit_code, 1);
  EXPECT_EQ(report()["gate"]["breaches"][0]["fingerprints"], json({print}));
  EXPECT_GT(report()["sites"][0]["user_frame"]["line"], 10);

  // It is suppressed with a reason: that passes, and is listed.
  std::vector<std::string> printing = gate;
  printing.insert(printing.end(), "--print-suppressions");
  const std::string lines =
      edited(run(moved, printing).output, {{"reason=\"\"", "reason=\"mended next week\""}});
  EXPECT_THAT(lines, HasSubstr("\nsite:" + print + " reason=\"mended next week\"\n"));
  folder_.write("known.txt", lines);
  const Ran suppressed = run(moved, gate);
  EXPECT_EQ(suppressed.exit_code, 0);
  EXPECT_EQ(first_line(suppressed.output),
            "PASSED  no leak that is not allowed; from the baseline: 1 new; 1 leak is suppressed");
  EXPECT_THAT(suppressed.output,
              HasSubstr("\nsuppressed: site:" + print +
                        ": 11 tensors at 1 site; mended next week (known.txt:3)\n"));

  // It is mended: that passes, and the suppression is known to be of no use any more.
  const Ran mended = run(edited(moved, {{kLine, kFix}}), gate);
  EXPECT_EQ(mended.exit_code, 0);
  EXPECT_THAT(mended.output, StartsWith("PASSED  no site grows"));
  EXPECT_THAT(mended.output, HasSubstr("\nunused: site:" + print +
                                       " suppresses nothing: take it out; mended next week "
                                       "(known.txt:3)\n"));
}

}  // namespace
}  // namespace tensorleak::end_to_end
