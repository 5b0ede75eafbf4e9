#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "reports/views/example_findings.hpp"
#include "reports/views/example_gate.hpp"
#include "reports/views/gate_words.hpp"
#include "reports/views/json.hpp"
#include "reports/views/json_fields.hpp"
#include "reports/views/schema_check.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::views {
namespace {

using analysis::Findings;
using testing::HasSubstr;
using Parsed = nlohmann::json;

const std::string kSchema = TENSORLEAK_SOURCE_DIR "/docs/report.schema.json";

std::string violation(const Parsed& report) {
  return schema_violation(report.dump(), kSchema);
}

Parsed report_of(const Findings& findings) {
  return Parsed::parse(json(findings, {"0.1.0", 1, {1}}));
}

/// With all that the gate can say.
Parsed gated_report() {
  const GatedExample example = gated_example();
  return Parsed::parse(json(example.findings, {"0.1.0", 1, {1}, &example.judgement}));
}

Parsed with(const std::string& pointer, const Parsed& value) {
  Parsed report = report_of(full_example());
  report[Parsed::json_pointer(pointer)] = value;
  return report;
}

TEST(ReportSchema, HoldsForEveryKindOfReport) {
  for (const Findings& findings :
       {full_example(), leaking_example(), clean_example(), blind_example(), Findings{}}) {
    EXPECT_EQ(violation(report_of(findings)), "");
  }
}

TEST(ReportSchema, HoldsForWhatTheGateSays) {
  const Parsed report = gated_report();
  EXPECT_EQ(violation(report), "");
  Parsed wrong = report;
  wrong["gate"]["outcome"] = "clean";
  EXPECT_NE(violation(wrong), "");
  wrong = report;
  wrong["gate"]["breaches"][0].erase("count");
  EXPECT_NE(violation(wrong), "");
  wrong = report;
  wrong["gate"]["suppressions"][0]["use"] = "used";
  EXPECT_NE(violation(wrong), "");
}

TEST(ReportSchema, KnowsEveryWordOfTheGate) {
  const auto with = [](const std::string& pointer, std::string_view text) {
    Parsed report = gated_report();
    report[Parsed::json_pointer(pointer)] = text;
    return violation(report);
  };
  for (const auto& [outcome, text] : words<gate::Outcome>())
    EXPECT_EQ(with("/gate/outcome", text), "");
  for (const auto& [use, text] : words<gate::Use>())
    EXPECT_EQ(with("/gate/suppressions/0/use", text), "");
  for (const auto& [change, text] : words<gate::Change>())
    EXPECT_EQ(with("/gate/changes/0/change", text), "");
  for (const auto& [measure, text] : words<gate::Measure>())
    EXPECT_EQ(with("/gate/breaches/0/limit", option_of(measure)), "");
}

TEST(ReportSchema, KnowsEveryWord) {
  for (const auto& [label, text] : words<analysis::Label>()) {
    EXPECT_EQ(violation(with("/sites/0/label", text)), "");
  }
  for (const auto& [outcome, text] : words<analysis::Outcome>()) {
    EXPECT_EQ(violation(with("/verdict/outcome", text)), "");
  }
  for (const auto& [doubt, text] : words<analysis::Doubt>()) {
    EXPECT_EQ(violation(with("/verdict/doubts", Parsed::array({text}))), "");
  }
  for (const auto& [completeness, text] : words<analysis::Completeness>()) {
    EXPECT_EQ(violation(with("/completeness", text)), "");
  }
  for (const auto& [owner, text] : words<analysis::Owner>()) {
    EXPECT_EQ(violation(with("/sites/0/stack/0/owner", text)), "");
  }
}

TEST(ReportSchema, RefusesAWordThatIsNotOne) {
  EXPECT_THAT(violation(with("/sites/0/label", "leak")), HasSubstr("label"));
  EXPECT_NE(violation(with("/verdict/outcome", "LEAK")), "");
  EXPECT_NE(violation(with("/exit", 5)), "");
}

TEST(ReportSchema, RefusesWrongTypesAndForms) {
  EXPECT_NE(violation(with("/sites/0/fingerprint", "3F9A21C4")), "");
  EXPECT_NE(violation(with("/sites/0/alive", -1)), "");
  EXPECT_NE(violation(with("/sites/0/tensors_per_frame/denominator", 0)), "");
  EXPECT_NE(violation(with("/sites/0/shapes/0/shape", "[2]")), "");
  EXPECT_NE(violation(with("/version", 2)), "");
  EXPECT_NE(violation(with("/applies", Parsed::array())), "");
}

TEST(ReportSchema, RefusesAReportWithoutARequiredField) {
  for (const std::string pointer : {"", "/verdict", "/sites/0", "/totals", "/lanes/0"}) {
    const Parsed whole = report_of(leaking_example());
    for (const auto& [key, value] : whole[Parsed::json_pointer(pointer)].items()) {
      const bool optional = key == "frames_to_limit" || key == "user_frame" || key == "called" ||
                            key == "revision" || key == "notes" || key == "library" ||
                            (key == "frames" && pointer.empty()) ||
                            (key == "duration" && pointer == "/lanes/0");
      Parsed report = whole;
      report[Parsed::json_pointer(pointer)].erase(key);
      EXPECT_EQ(violation(report).empty(), optional) << pointer << "/" << key;
    }
  }
}

/// Gathers the fields that every report has: they are of the first revision, and never absent.
struct RequiredFields {
  std::set<std::string> names;

  template <class T>
  void operator()(const char* name, const T&, Since since = {}) {
    if (since.revision == kFirstRevision) names.insert(name);
  }
  template <class T>
  void operator()(const char*, const std::optional<T>&) {}
};

template <class T>
std::set<std::string> required_of() {
  RequiredFields required;
  const T example{};
  fields(required, example);
  return required.names;
}

TEST(ReportSchema, RequiresWhatTheFirstRevisionHad) {
  std::ifstream file(kSchema);
  const Parsed schema = Parsed::parse(file);
  const auto required_in = [&](const std::string& definition) {
    return schema["definitions"][definition]["required"].get<std::set<std::string>>();
  };
  EXPECT_EQ(required_in("site"), required_of<analysis::Site>());
  EXPECT_EQ(required_in("evidence"), required_of<analysis::Evidence>());
  EXPECT_EQ(required_in("user_frame"), required_of<analysis::UserFrame>());
  EXPECT_EQ(required_in("verdict"), required_of<analysis::Verdict>());
  EXPECT_EQ(required_in("totals"), required_of<analysis::Totals>());
  EXPECT_EQ(required_in("lane"), required_of<analysis::Lane>());
  EXPECT_EQ(required_in("lifetimes"), required_of<analysis::Lifetimes>());
}

TEST(ReportSchema, DescribesEveryFieldThatIsWritten) {
  const Parsed report = report_of(full_example());
  std::ifstream file(kSchema);
  const Parsed schema = Parsed::parse(file);
  const auto described = [&](const Parsed& object, const Parsed& properties) {
    for (const auto& [key, value] : object.items())
      EXPECT_TRUE(properties.contains(key)) << key;
  };
  described(report, schema["properties"]);
  described(report["verdict"], schema["definitions"]["verdict"]["properties"]);
  described(report["sites"][0], schema["definitions"]["site"]["properties"]);
  described(report["totals"], schema["definitions"]["totals"]["properties"]);
  described(report["lanes"][0], schema["definitions"]["lane"]["properties"]);
  described(report["resources"][0], schema["definitions"]["resource"]["properties"]);
}

/// Adds the name of every field in `json`, at any depth.
void collect_names(const Parsed& json, std::set<std::string>& names) {
  if (json.is_object()) {
    for (const auto& [key, value] : json.items())
      names.insert(key);
  }
  if (!json.is_structured()) return;
  for (const Parsed& value : json)
    collect_names(value, names);
}

TEST(ReportDocument, ExplainsEveryFieldAndEveryWord) {
  std::ifstream file(TENSORLEAK_SOURCE_DIR "/docs/report.md");
  const std::string document(std::istreambuf_iterator<char>(file), {});
  const auto has = [&](const std::string& part) {
    return document.find(part) != std::string::npos;
  };
  std::set<std::string> names;
  collect_names(report_of(full_example()), names);
  collect_names(gated_report()["gate"], names);
  for (const auto& [label, text] : words<analysis::Label>())
    names.emplace(text);
  for (const std::string& name : names)
    EXPECT_TRUE(has("`" + name + "`")) << name;
  for (const auto& [doubt, text] : words<analysis::Doubt>()) {
    EXPECT_TRUE(has("`\"" + std::string(text) + "\"`")) << text;
  }
}

TEST(ReportSchema, LeavesRoomForFieldsOfLaterVersions) {
  EXPECT_EQ(violation(with("/sites/0/new_field", 1)), "");
  EXPECT_EQ(violation(with("/new_field", "x")), "");
  EXPECT_NE(violation(with("/sites/0/tensors_per_frame/new_field", 1)), "");
}

}  // namespace
}  // namespace tensorleak::views
