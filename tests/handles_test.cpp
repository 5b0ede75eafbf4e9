// Every way to hold a tensor, in a real program under the real command: what is said of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "libtrack/trace/test_files.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::TestWithParam;
using ::testing::Values;

/// A place in the source, FILE:LINE.
using Place = std::string;

/// Where the program makes the tensor of a scene: the line that ends in "// here: NAME".
Place place_of(const std::string& name) {
  const std::filesystem::path folder = TENSORLEAK_SOURCE_DIR "/tests/programs";
  for (const auto* file :
       {"handles_of_turns.cpp", "handles_of_statics.cpp", "handles_without_frames.cpp"}) {
    const std::string source = content(folder / file);
    const auto found = source.find("// here: " + name + "\n");
    if (found == std::string::npos) continue;
    const auto end = source.begin() + static_cast<std::ptrdiff_t>(found);
    return std::string(file) + ":" + std::to_string(1 + std::count(source.begin(), end, '\n'));
  }
  return "no line for " + name;
}

/// A scene's report; expects the exit code to be the command's.
json report_of(const std::string& scene) {
  const trace::testing::TempFolder folder;
  const std::string output = folder.path("out");
  const Ran ran = run_tool({"run", "-q", "-o", output, "--", HANDLES, scene},
                           {{"ASAN_OPTIONS=detect_leaks=0"}});  // scenes leak on purpose
  EXPECT_EQ(ran.errors, "");
  json report = json::parse(content(output + "/report.json"));
  EXPECT_EQ(ran.exit_code, report["exit"]) << ran.output;
  EXPECT_EQ(report["completeness"], "clean end");
  return report;
}

Place place_in(const json& site) {
  const json& frame = site["user_frame"];
  const std::filesystem::path file = frame["file"].get<std::string>();
  return file.filename().string() + ":" + std::to_string(frame["line"].get<int>());
}

/// The only site, with this label, made where the comment says. Expects that.
json only_site(const json& report, const std::string& label, const std::string& name) {
  EXPECT_THAT(report["sites"], SizeIs(1));
  const json site = report["sites"].empty() ? json() : report["sites"][0];
  if (site.is_null()) return site;
  EXPECT_EQ(site["label"], label) << site["because"];
  EXPECT_EQ(place_in(site), place_of(name));
  return site;
}

void expect_clean(const json& report) {
  EXPECT_EQ(report["exit"], 0);
  EXPECT_EQ(report["verdict"]["outcome"], "clean");
}

const json kOnePerFrame = {{"numerator", 1}, {"denominator", 1}, {"exact", true}};

/// The growth of one tensor per frame.
json one_per_frame(const json& report, const std::string& name) {
  const json site = only_site(report, "LEAK, growing", name);
  EXPECT_EQ(site["tensors_per_frame"], kOnePerFrame);
  EXPECT_EQ(report["exit"], 1);
  return site;
}

std::string test_name(const ::testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  std::ranges::replace_if(
      name, [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
  return name;
}

class HandleOfATurn : public TestWithParam<const char*> {};

TEST_P(HandleOfATurn, LosesItsTensorIfItIsPlain) {
  const json report = report_of("plain, " + std::string(GetParam()));
  const json site = one_per_frame(report, GetParam());
  EXPECT_EQ(site["evidence"]["lost"], 12);
  EXPECT_THAT(site["because"].get<std::string>(), HasSubstr("the last handle of 12 is gone: lost"));
}

TEST_P(HandleOfATurn, DisposesItsTensorIfItOwns) {
  const json report = report_of("owned, " + std::string(GetParam()));
  expect_clean(report);
  EXPECT_THAT(report["sites"], SizeIs(0));
  EXPECT_EQ(report["totals"]["created"], 12);
  EXPECT_EQ(report["totals"]["disposed"], 12);
}

INSTANTIATE_TEST_SUITE_P(Kinds, HandleOfATurn,
                         Values("copied", "moved", "self assigned", "returned", "ignored", "vector",
                                "map", "deque", "array", "optional", "pair", "member", "shared_ptr",
                                "any", "captured", "thrown past", "thread_local"),
                         test_name);

class HandleHeldToTheEnd : public TestWithParam<const char*> {};

TEST_P(HandleHeldToTheEnd, RetainsItsTensorOverFrames) {
  const json report = report_of(GetParam());
  expect_clean(report);
  only_site(report, "retained", GetParam());
}

TEST_P(HandleHeldToTheEnd, RetainsItsTensorWithoutFrames) {
  const json report = report_of(GetParam() + std::string(", no frames"));
  expect_clean(report);
  only_site(report, "retained", GetParam());
}

INSTANTIATE_TEST_SUITE_P(Kinds, HandleHeldToTheEnd,
                         Values("global", "global variable", "static local", "thread_local of main",
                                "one callback", "undestroyed"),
                         test_name);

TEST(Handle, OfACallerThatGoesBehindTheLastFrameRetainsItsTensor) {
  const json report = report_of("caller");
  expect_clean(report);
  only_site(report, "retained", "caller");
}

TEST(Handle, InAGlobalOwnerIsRetainedAndDisposedAtExit) {
  const json report = report_of("global owner");
  expect_clean(report);
  only_site(report, "retained", "global owner");
  EXPECT_EQ(report["totals"]["end_tensors"], 0);
  const json without = report_of("global owner, no frames");
  expect_clean(without);
  EXPECT_EQ(without["totals"]["disposed"], 1);
}

TEST(Handle, InAGlobalLeaseIsThePools) {
  const json report = report_of("global lease");
  expect_clean(report);
  only_site(report, "pool", "global lease");
  expect_clean(report_of("global lease, no frames"));
}

TEST(Handle, InAVectorThatGrowsIsALeakWithoutLoss) {
  for (const auto* name : {"growing vector", "growing callbacks"}) {
    const json site = one_per_frame(report_of(name), name);
    EXPECT_EQ(site["evidence"]["lost"], 0);
    EXPECT_THAT(site["because"].get<std::string>(), Not(HasSubstr("lost")));
  }
}

TEST(Handle, SwappedOutOfAGlobalLosesWhatItNamed) {
  const json site = one_per_frame(report_of("swapped"), "swapped");
  EXPECT_EQ(site["evidence"]["lost"], 11) << "all but the newest, which is held";
}

TEST(Handle, SwappedOutOfAGlobalOwnerIsSteady) {
  const json report = report_of("swapped owner");
  expect_clean(report);
  EXPECT_EQ(only_site(report, "steady", "swapped owner")["alive"], 1);
}

class HandleLostWithoutFrames : public TestWithParam<const char*> {};

TEST_P(HandleLostWithoutFrames, IsALeak) {
  const json report = report_of(GetParam());
  const json site = only_site(report, "LEAK, lost", GetParam());
  EXPECT_EQ(site["leaked"], 1);
  EXPECT_EQ(report["exit"], 1);
}

INSTANTIATE_TEST_SUITE_P(Kinds, HandleLostWithoutFrames,
                         Values("lost", "kept and lost", "variable and lost", "thread that ends"),
                         test_name);

TEST(Handle, LostOnceInSetupIsALeakInARunWithFrames) {
  EXPECT_EQ(only_site(report_of("lost, then frames"), "LEAK, lost", "lost")["leaked"], 1);
}

TEST(Handle, OfAFunctionThatCallsExitIsStillThere) {
  const json report = report_of("exit");
  expect_clean(report);
  only_site(report, "retained", "exit");
}

TEST(Handle, ThatNobodyCountsDoesNotExcuseATensorAtExit) {
  for (const auto* name : {"uncounted", "block"}) {
    const json report = report_of(name);
    EXPECT_EQ(only_site(report, "LEAK, at exit", name)["leaked"], 1);
    EXPECT_EQ(report["exit"], 1);
  }
}

}  // namespace
}  // namespace tensorleak::end_to_end
