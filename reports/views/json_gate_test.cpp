#include "reports/views/json_gate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "reports/views/example_findings.hpp"
#include "reports/views/example_gate.hpp"

namespace tensorleak::views {
namespace {

using Parsed = nlohmann::json;

Parsed gate_of(const GatedExample& example) {
  return Parsed::parse(gate_json(example.judgement, example.findings).dump());
}

TEST(GateJson, NamesWhatFailsByFingerprint) {
  const Parsed gate = gate_of(gated_example());
  EXPECT_EQ(gate["outcome"], "failed");
  EXPECT_EQ(gate["breaches"][0], Parsed({{"limit", "--max-leaks"},
                                         {"part", ""},
                                         {"allowed", 1},
                                         {"count", 3},
                                         {"fingerprints", {"aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"}},
                                         {"resources", {"textures"}}}));
  EXPECT_EQ(gate["breaches"][1]["growth"],
            Parsed({{"numerator", 17}, {"denominator", 1}, {"exact", true}}));
  EXPECT_EQ(gate["doubts"], Parsed({"incomplete"}));
  EXPECT_EQ(gate["estimated"], Parsed({"eeeeeeeeeeeeeeee"}));
}

TEST(GateJson, TellsOfEachSuppression) {
  const Parsed uses = gate_of(gated_example())["suppressions"];
  EXPECT_EQ(uses[0], Parsed({{"name", "op:Known"},
                             {"use", "suppressed"},
                             {"reason", "upstream"},
                             {"max", 30},
                             {"expires", "2026-12-31"},
                             {"file", "known.txt"},
                             {"line", 1},
                             {"tensors", 30},
                             {"fingerprints", {"dddddddddddddddd"}},
                             {"resources", Parsed::array()}}));
  EXPECT_FALSE(uses[1].contains("max"));
  EXPECT_FALSE(uses[1].contains("expires"));
}

TEST(GateJson, TellsOfChangesOnlyWhereThereIsABaseline) {
  const Parsed gate = gate_of(gated_example());
  EXPECT_EQ(
      gate["counts"],
      Parsed(
          {{"new", 4}, {"worse", 1}, {"same", 0}, {"better", 1}, {"gone", 1}, {"undecided", 0}}));
  EXPECT_EQ(gate["changes"][1], Parsed({{"change", "worse"}, {"fingerprint", "bbbbbbbbbbbbbbbb"}}));
  EXPECT_EQ(gate["changes"].back(), Parsed({{"change", "new"}, {"resource", "textures"}}));
  const Parsed without = gate_of(gated(clean_example(), {}));
  EXPECT_FALSE(without.contains("changes"));
  EXPECT_FALSE(without.contains("counts"));
}

TEST(GateJson, IsSkippedWhereTheReportIsRead) {
  const GatedExample example = gated_example();
  const std::string report = json(example.findings, {"0.1.0", 1, {1}, &example.judgement});
  const auto read = findings_from_json(report, "r.json");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(json(*read, {"0.1.0", 1, {1}, &example.judgement}), report);
}

Parsed difference_of(const GatedExample& example) {
  return Parsed::parse(difference_json(*example.judgement.changes, *example.rules.baseline,
                                       example.findings, {"0.1.0", 1, {}}));
}

TEST(DifferenceJson, HasTheSitesOfBoth) {
  const Parsed difference = difference_of(gated_example());
  EXPECT_EQ(difference["format"], "tensorleak-diff");
  EXPECT_EQ(difference["exit"], 1);
  const Parsed& worse = difference["sites"][1];
  EXPECT_EQ(worse["change"], "worse");
  EXPECT_EQ(worse["before"][0]["bytes_per_frame"]["numerator"], 8);
  EXPECT_EQ(worse["after"][0]["bytes_per_frame"]["numerator"], 9);
  EXPECT_EQ(difference["sites"].back()["after"], Parsed::array());
  EXPECT_EQ(difference["resources"][0]["after"][0]["name"], "textures");
}

TEST(DifferenceJson, IsExplainedFieldByField) {
  std::ifstream file(TENSORLEAK_SOURCE_DIR "/docs/gate.md");
  const std::string document(std::istreambuf_iterator<char>(file), {});
  const Parsed difference = difference_of(gated_example());
  std::set<std::string> names;
  for (const auto& [name, value] : difference.items())
    names.insert(name);
  for (const auto& [name, value] : difference["sites"][0].items())
    names.insert(name);
  for (const std::string& name : names)
    EXPECT_NE(document.find("`" + name + "`"), std::string::npos) << name;
}

}  // namespace
}  // namespace tensorleak::views
