#include "reports/views/html_series.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "reports/views/example_findings.hpp"

namespace tensorleak::views {
namespace {

using analysis::Findings;
using analysis::FrameSource;
using analysis::Site;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

nlohmann::json chart_of(const Findings& findings) {
  return nlohmann::json::parse(chart_data(findings));
}

TEST(ChartData, HasEveryMarkWithTheChangesFilledIn) {
  Findings findings;
  findings.lanes = {{"", 6, 5, 1, {{0, 1, 10}, {3, 2, 20}}}};
  const auto lane = chart_of(findings)["lanes"][0];
  EXPECT_EQ(lane["marks"], nlohmann::json({0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(lane["tensors"], nlohmann::json({1, 1, 1, 2, 2, 2}));
  EXPECT_EQ(lane["bytes"], nlohmann::json({10, 10, 10, 20, 20, 20}));
}

TEST(ChartData, ReachesTheLastMarkWhereOnlySomeWereKept) {
  Findings findings;
  findings.lanes = {{"", 6, 5, 4, {{0, 1, 10}, {4, 5, 50}, {8, 6, 60}}}};
  const auto lane = chart_of(findings)["lanes"][0];
  EXPECT_EQ(lane["marks"], nlohmann::json({0, 4, 5}));
  EXPECT_EQ(lane["tensors"], nlohmann::json({1, 5, 6}));
}

TEST(ChartData, IsBoundedHoweverManyMarksAReportClaims) {
  Findings findings;
  findings.lanes = {{"", UINT64_MAX, UINT64_MAX - 1, 1, {{0, 1, 10}}}};
  EXPECT_LE(chart_of(findings)["lanes"][0]["marks"].size(), 2'051U);
}

TEST(ChartData, GivesTheWorstLeaksALayerEachAndTheOthersOne) {
  Findings findings = leaking_example();
  findings.sites.insert(findings.sites.begin(), 6, findings.sites[0]);
  const auto layers = chart_of(findings)["lanes"][0]["layers"];
  ASSERT_EQ(layers.size(), 6U);
  EXPECT_EQ(layers[0]["name"], "1  Sub · (anonymous)");
  EXPECT_EQ(layers[5]["name"], "3 other leaking sites");
  EXPECT_EQ(layers[5]["tensors"].back(), 90);
}

TEST(ChartData, ShowsGroupsWhereNothingLeaks) {
  Findings findings = clean_example();
  findings.sites[0].population = {{0, 5, 3168}};
  EXPECT_THAT(charted_sites(findings), ElementsAre(0));
  EXPECT_EQ(chart_of(findings)["lanes"][0]["layers"][0]["leaks"], false);
}

TEST(ChartData, TellsFramesThatWereFoundFromThoseThatWereMarked) {
  Findings findings = leaking_example();
  findings.frames.source = FrameSource::kMarks;
  EXPECT_EQ(chart_of(findings)["source"], "marks");
  EXPECT_EQ(chart_of(findings)["lanes"][0]["axis"], "frames");
  findings.frames = {
      .source = FrameSource::kFound,
      .loops = {{.function = "draw", .file = "app.js", .line = 12, .confidence_percent = 97}}};
  EXPECT_EQ(chart_of(findings)["source"], "found");
  EXPECT_EQ(chart_of(findings)["lanes"][0]["axis"],
            "frames found at draw, app.js:12: 30, 97 % sure");
}

TEST(ChartData, CannotEndTheScriptThatHoldsIt) {
  Findings findings = leaking_example();
  findings.sites[0].op = "</script><!--\u2028&\xff";
  const std::string data = chart_data(findings);
  EXPECT_THAT(data, Not(HasSubstr("<")));
  EXPECT_THAT(data, Not(HasSubstr(">")));
  EXPECT_THAT(data, Not(HasSubstr("&")));
  EXPECT_EQ(std::ranges::count_if(data, [](char c) { return static_cast<signed char>(c) < 0; }), 0);
  EXPECT_EQ(chart_of(findings)["lanes"][0]["layers"][0]["name"],
            "1  </script><!--\\u2028&\\xff · (anonymous)");
}

TEST(ChartData, IsEmptyWithoutFramesOrTensors) {
  EXPECT_FALSE(has_growth(Findings{}));
  Findings blind;
  blind.lanes = {{"", 10, 9, 1, {{0, 0, 0}}}};
  EXPECT_FALSE(has_growth(blind));
  EXPECT_EQ(chart_data(blind), "{\"source\":\"none\",\"lanes\":[]}");
}

TEST(Sparkline, SaysInWordsWhatItDraws) {
  const Findings findings = leaking_example();
  const std::string line = sparkline(findings.sites[0], findings).source();
  EXPECT_THAT(line, HasSubstr("aria-label=\"0 alive at the first mark, 30 tensors at the last\""));
  EXPECT_THAT(line, HasSubstr("<polyline points=\"0.0,32.0 "));
  EXPECT_THAT(line, HasSubstr(" 120.0,0.0\""));
}

TEST(Sparkline, IsNothingWithoutAPopulation) {
  const Findings findings = leaking_example();
  EXPECT_TRUE(sparkline(Site{}, findings).empty());
  EXPECT_TRUE(sparkline(findings.sites[0], Findings{}).empty());
}

}  // namespace
}  // namespace tensorleak::views
