#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "reports/views/example_findings.hpp"
#include "reports/views/json.hpp"
#include "reports/views/same_findings.hpp"
#include "reports/views/schema_check.hpp"

namespace tensorleak::views {
namespace {

using analysis::Findings;
using testing::HasSubstr;
using Parsed = nlohmann::json;

std::string report_of(const Findings& findings) {
  return json(findings, {"0.1.0", 1, {1}});
}

std::string error_in(const std::string& text) {
  const auto findings = findings_from_json(text, "r.json");
  return findings ? "no error" : findings.error().text();
}

/// The report of full_example() with one value at `pointer` put in place of what was there.
std::string with(const std::string& pointer, const Parsed& value) {
  Parsed report = Parsed::parse(report_of(full_example()));
  report[Parsed::json_pointer(pointer)] = value;
  return report.dump();
}

std::string without(const std::string& parent, const std::string& field) {
  Parsed report = Parsed::parse(report_of(full_example()));
  report[Parsed::json_pointer(parent)].erase(field);
  return report.dump();
}

TEST(ReadingAReport, GivesBackEveryFieldOfTheFindings) {
  for (const Findings& original :
       {full_example(), leaking_example(), clean_example(), blind_example(), Findings{}}) {
    const auto read = findings_from_json(report_of(original), "r.json");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_TRUE(same(original, *read));
  }
}

TEST(ReadingAReport, GivesBackTheLargestNumbers) {
  Findings original = full_example();
  original.verdict.memory_limit = std::numeric_limits<std::uint64_t>::max();
  original.totals.duration = std::numeric_limits<std::int64_t>::min();
  const auto read = findings_from_json(report_of(original), "r.json");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_TRUE(same(original, *read));
}

TEST(ReadingAReport, ComparesEveryMember) {
  Findings changed = full_example();
  changed.sites[1].evidence.min_idle += 1;
  EXPECT_FALSE(same(full_example(), changed));
  EXPECT_TRUE(same(full_example(), full_example()));
}

TEST(ReadingAReport, SkipsFieldsThatItDoesNotKnow) {
  const std::string text = with("/sites/0/new_field", {{"deep", {1, 2}}});
  const auto read = findings_from_json(text, "r.json");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_TRUE(same(full_example(), *read));
}

TEST(ReadingAReport, TakesNullForWhatMayBeAbsent) {
  const auto read = findings_from_json(with("/verdict/frames_to_limit", nullptr), "r.json");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_FALSE(read->verdict.frames_to_limit);
}

TEST(ReadingAReport, RefusesAnotherVersionInWords) {
  EXPECT_EQ(error_in(with("/version", 2)),
            "r.json: the report has version 2, and this tensorleak reads version 1");
  EXPECT_EQ(error_in(with("/version", "1")), "r.json: /version: expected a version number");
}

TEST(ReadingAReport, NeedsNoFieldThatCameAfterItsRevision) {
  Parsed early = Parsed::parse(report_of(full_example()));
  early.erase("revision");
  early.erase("notes");
  early["sites"][0].erase("library");
  early["sites"][1]["evidence"].erase("aged");
  const auto read = findings_from_json(early.dump(), "r.json");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->sites[0].library, "");
  EXPECT_EQ(read->sites[1].evidence.aged, 0U);
  EXPECT_THAT(read->notes, testing::IsEmpty());
  early["sites"][0].erase("label");
  EXPECT_EQ(error_in(early.dump()), "r.json: /sites/0/label: this field is missing");
}

TEST(ReadingAReport, NeedsEveryFieldOfItsRevision) {
  EXPECT_EQ(error_in(without("/sites/0", "library")),
            "r.json: /sites/0/library: this field is missing");
  EXPECT_EQ(error_in(without("", "notes")), "r.json: /notes: this field is missing");
}

TEST(ReadingAReport, TakesAReportOfALaterRevision) {
  EXPECT_EQ(error_in(with("/revision", 1'000'000'000'000)), "no error");
  EXPECT_EQ(error_in(with("/revision", "2")), "r.json: /revision: expected a revision number");
}

TEST(ReadingAReport, TakesOneOfTheFirstForm) {
  std::ifstream file(TENSORLEAK_SOURCE_DIR "/tests/data/report-first-form.json");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(schema_violation(text, TENSORLEAK_SOURCE_DIR "/docs/report.schema.json"), "");
  const auto read = findings_from_json(text, "r.json");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->verdict.outcome, analysis::Outcome::kLeak);
  EXPECT_THAT(read->sites, testing::Not(testing::IsEmpty()));
  EXPECT_FALSE(read->last_use);
}

TEST(ReadingAReport, RefusesOtherJson) {
  EXPECT_EQ(error_in("{}"), "r.json: this is not a report: /format is not \"tensorleak-report\"");
  EXPECT_EQ(error_in("[1]"), "r.json: expected a report, which is an object, found an array");
}

TEST(ReadingAReport, NamesLineAndColumnOfASyntaxError) {
  EXPECT_THAT(error_in("{\n  \"format\": \"tensorleak-report\",\n  oops\n}"),
              HasSubstr("r.json:3:3: this is not JSON: "));
  EXPECT_THAT(error_in(""), HasSubstr("r.json:1:1: this is not JSON: "));
}

TEST(ReadingAReport, NamesTheFieldThatIsMissing) {
  EXPECT_EQ(error_in(without("/sites/0", "label")),
            "r.json: /sites/0/label: this field is missing");
  EXPECT_EQ(error_in(without("", "verdict")), "r.json: /verdict: this field is missing");
}

TEST(ReadingAReport, NamesTheFieldThatIsWrong) {
  EXPECT_EQ(error_in(with("/totals/events", "many")),
            "r.json: /totals/events: expected a count, found a string");
  EXPECT_EQ(error_in(with("/sites/1/shapes/0/alive", -1)),
            "r.json: /sites/1/shapes/0/alive: expected a count, found a negative number");
  EXPECT_EQ(error_in(with("/sites/0/stack/1/line", 1.5)),
            "r.json: /sites/0/stack/1/line: expected a count, found a number with a fraction");
  EXPECT_EQ(error_in(with("/sites/0/stack/1/line", 4294967296)),
            "r.json: /sites/0/stack/1/line: the number is too large");
  EXPECT_EQ(error_in(with("/sites/0/op", nullptr)),
            "r.json: /sites/0/op: expected a string, found null");
  EXPECT_EQ(error_in(with("/sites", Parsed::object())),
            "r.json: /sites: expected an array, found an object");
  EXPECT_EQ(error_in(with("/verdict", 3)), "r.json: /verdict: expected an object, found a number");
}

TEST(ReadingAReport, ListsTheWordsThatAFieldTakes) {
  EXPECT_EQ(error_in(with("/verdict/outcome", "LEAK\x1b")),
            "r.json: /verdict/outcome: expected one of \"clean\", \"leak\", \"no verdict\", found "
            "\"LEAK\\u001b\"");
}

TEST(ReadingAReport, RefusesARateOverNoFrames) {
  EXPECT_EQ(error_in(with("/sites/0/tensors_per_frame/denominator", 0)),
            "r.json: /sites/0/tensors_per_frame: the denominator must be at least 1");
}

TEST(ReadingAReport, SurvivesNumbersAndNestingBeyondAllBounds) {
  EXPECT_THAT(error_in("{\"format\": 1e999}"), HasSubstr("r.json: this cannot be read: "));
  EXPECT_THAT(error_in(std::string(100000, '[')), HasSubstr("this is not JSON"));
}

TEST(ReadingAReport, CutAnywhereItIsAnErrorAndNothingWorse) {
  const std::string whole = report_of(leaking_example());
  for (std::size_t size = 0; size + 2 < whole.size(); size += 7) {
    EXPECT_FALSE(findings_from_json(whole.substr(0, size), "r.json")) << size;
  }
}

TEST(ReadingAReport, OfDamagedBytesIsAnErrorOrFindingsAndNothingWorse) {
  const std::string whole = report_of(full_example());
  std::minstd_rand random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string damaged = whole;
    damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
    const auto read = findings_from_json(damaged, "r.json");
    if (read) continue;
    EXPECT_THAT(read.error().text(), HasSubstr("r.json:"));
  }
}

}  // namespace
}  // namespace tensorleak::views
