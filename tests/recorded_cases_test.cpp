// The real program on recordings of the case corpus; the truth is the matching row of its table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>

#include "libtrack/trace/test_files.hpp"
#include "tests/recordings.hpp"

namespace tensorleak::end_to_end {
namespace {

using nlohmann::json;

/// A recording and what is true of it.
struct Case {
  std::filesystem::path recording;
  json truth;
};

/// How a failing test shows its case.
std::ostream& operator<<(std::ostream& out, const Case& one) {
  return out << one.recording << " " << one.truth;
}

/// "PROGRAM@VERSION" is the row of PROGRAM.js with that version of @tensorflow/tfjs.
json row_of(const std::string& name, const json& table) {
  const auto at = name.find('@');
  for (const json& row : table["cases"]) {
    if (row["program"] == name.substr(0, at) + ".js" &&
        row["packages"]["@tensorflow/tfjs"] == name.substr(at + 1)) {
      return row;
    }
  }
  return nullptr;
}

std::string name_of(const std::filesystem::path& recording) {
  constexpr std::string_view kEnding = ".jsonl.gz";
  const std::string name = recording.filename();
  return name.substr(0, name.size() - std::min(name.size(), kEnding.size()));
}

std::vector<Case> cases() {
  const auto shared = shared_folder();
  if (!shared) return {};
  std::ifstream file(*shared / "cases/tfjs/cases.json");
  const json table = json::parse(file);
  std::vector<Case> result;
  for (const auto& entry : std::filesystem::directory_iterator(*shared / "recorded/cases")) {
    result.push_back({entry.path(), row_of(name_of(entry.path()), table)});
  }
  std::ranges::sort(result, {}, &Case::recording);
  return result;
}

bool any_leak_has(const json& report, const auto& property) {
  return std::ranges::any_of(leaking_sites(report), property);
}

void expect_rate(const json& report, double per_frame) {
  const json& rate = report["verdict"]["tensors_per_frame"];
  constexpr double kRounding = 0.0001;  // of the table
  EXPECT_NEAR(rate["numerator"].get<double>() / rate["denominator"].get<double>(), per_frame,
              kRounding);
}

class RecordedCase : public ::testing::TestWithParam<Case> {};

TEST_P(RecordedCase, HasItsTrueVerdict) {
  const json& truth = GetParam().truth;
  ASSERT_FALSE(truth.is_null()) << "the table has no row for this recording";
  const json report = report_on(GetParam().recording);
  EXPECT_EQ(report["verdict"]["outcome"], truth["verdict"]);
  expect_rate(report, truth["per_frame"].get<double>());
  EXPECT_EQ(report["counters"]["agreed"], report["counters"]["checked"]);
  EXPECT_GT(report["counters"]["checked"], 0);
  if (truth.contains("shape")) {
    EXPECT_TRUE(any_leak_has(report, [&](const json& site) {
      return std::ranges::any_of(
          site["shapes"], [&](const json& shape) { return shape["shape"] == truth["shape"]; });
    }));
  }
  if (truth.contains("dtype")) {
    EXPECT_TRUE(
        any_leak_has(report, [&](const json& site) { return site["dtype"] == truth["dtype"]; }));
  }
  if (truth.contains("user_frame")) {
    EXPECT_TRUE(any_leak_has(report, [&](const json& site) {
      return site["user_frame"]["function"] == truth["user_frame"];
    }));
  }
  if (truth.contains("label")) {
    EXPECT_FALSE(sites_labelled(report, truth["label"]).empty());
  }
}

TEST_P(RecordedCase, HasItsTrueVerdictAndRateByFramesThatAreFound) {
  const json& truth = GetParam().truth;
  ASSERT_FALSE(truth.is_null()) << "the table has no row for this recording";
  const trace::testing::TempFolder folder;
  const json report = report_on(without_marks(GetParam().recording, folder.path("")));
  expect_found_frames(report);
  EXPECT_EQ(report["verdict"]["outcome"], truth["verdict"]);
  expect_rate(report, truth["per_frame"].get<double>());
  if (truth.contains("user_frame")) {
    EXPECT_TRUE(any_leak_has(report, [&](const json& site) {
      return site["user_frame"]["function"] == truth["user_frame"];
    }));
  }
}

std::string test_name(const ::testing::TestParamInfo<Case>& info) {
  std::string name = name_of(info.param.recording);
  std::ranges::replace_if(
      name, [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
  return name;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RecordedCase);
INSTANTIATE_TEST_SUITE_P(Corpus, RecordedCase, ::testing::ValuesIn(cases()), test_name);

TEST(RecordedCases, AreThere) {
  if (!shared_folder()) {
    GTEST_SKIP() << "the case corpus is not here; set TENSORLEAK_SHARED to its folder";
  }
  EXPECT_GE(cases().size(), 17u);
}

}  // namespace
}  // namespace tensorleak::end_to_end
