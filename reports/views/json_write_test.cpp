#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/views/example_findings.hpp"
#include "reports/views/json.hpp"

namespace tensorleak::views {
namespace {

using Parsed = nlohmann::json;

Parsed written(const analysis::Findings& findings,
               const ReportContext& context = {"0.1.0", 1, {1}}) {
  return Parsed::parse(json(findings, context));
}

TEST(JsonReport, SaysWhatItIsAndWhoWroteIt) {
  const Parsed report = written(leaking_example(), {"1.2.3", 1, {1, 3}});
  EXPECT_EQ(report["format"], "tensorleak-report");
  EXPECT_EQ(report["version"], 1);
  EXPECT_EQ(report["tool"]["version"], "1.2.3");
  EXPECT_EQ(report["exit"], 1);
  EXPECT_EQ(report["applies"], Parsed({1, 3}));
}

TEST(JsonReport, ARateIsAFraction) {
  analysis::Findings findings = leaking_example();
  findings.sites[0].tensors_per_frame = {1, 3, true};
  const Parsed report = written(findings);
  EXPECT_EQ(report["sites"][0]["tensors_per_frame"],
            Parsed({{"numerator", 1}, {"denominator", 3}, {"exact", true}}));
}

TEST(JsonReport, LabelsAndOutcomesAreWords) {
  const Parsed report = written(leaking_example());
  EXPECT_EQ(report["verdict"]["outcome"], "leak");
  EXPECT_EQ(report["sites"][0]["label"], "LEAK, growing");
  EXPECT_EQ(report["sites"][2]["label"], "retained");
  EXPECT_EQ(report["sites"][0]["called"]["owner"], "framework");
}

TEST(JsonReport, AScalarHasAnEmptyShapeAndAnUnknownOneNone) {
  const Parsed shapes = written(full_example())["sites"][0]["shapes"];
  EXPECT_EQ(shapes[2]["shape"], Parsed::array());
  EXPECT_FALSE(shapes[3].contains("shape"));
}

TEST(JsonReport, WhatIsNotKnownIsAbsent) {
  const Parsed report = written(clean_example());
  EXPECT_FALSE(report["verdict"].contains("frames_to_limit"));
  EXPECT_FALSE(report["sites"][0].contains("called"));
  EXPECT_FALSE(report["totals"].contains("rss_first"));
}

TEST(JsonReport, StartsWithItsFormatAndNeverChangesTheOrderOfFields) {
  const std::string report = json(leaking_example(), {"0.1.0", 1, {1}});
  EXPECT_TRUE(report.starts_with("{\n  \"format\": \"tensorleak-report\",\n  \"version\": 1,"));
  EXPECT_LT(report.find("\"verdict\""), report.find("\"sites\""));
  EXPECT_EQ(report, json(leaking_example(), {"0.1.0", 1, {1}}));
  EXPECT_TRUE(report.ends_with("}\n"));
}

TEST(JsonReport, NamesThatAreNotUtf8AreReplacedNotRefused) {
  analysis::Findings findings = leaking_example();
  findings.sites[0].user_frame->function = "bad\xff\xc3name";
  EXPECT_EQ(written(findings)["sites"][0]["user_frame"]["function"], "bad\ufffd\ufffdname");
}

}  // namespace
}  // namespace tensorleak::views
