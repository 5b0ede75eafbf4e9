#include "reports/views/example_gate.hpp"

#include <gtest/gtest.h>

#include "reports/views/example_findings.hpp"

namespace tensorleak::views {

using analysis::Findings;
using analysis::Label;
using analysis::Site;

namespace {

Site site(const std::string& fingerprint, const std::string& op, std::int64_t bytes_per_frame) {
  Site site = leaking_example().sites[1];
  site.fingerprint = fingerprint;
  site.op = op;
  site.bytes_per_frame = {bytes_per_frame, 1, true};
  return site;
}

}  // namespace

GatedExample gated(Findings findings, gate::Rules rules) {
  using namespace std::chrono_literals;
  rules.today = 2026y / 12 / 3;
  GatedExample example{std::move(findings), std::move(rules), {.accepted = gate::Accepted({})}};
  example.judgement = gate::judge(example.findings, example.rules);
  return example;
}

gate::Rules suppressing(std::string_view text) {
  const auto read = gate::read_suppressions(text, "known.txt");
  EXPECT_TRUE(read) << (read ? "" : read.error().text());
  gate::Rules rules;
  if (read) rules.suppressions = *read;
  return rules;
}

GatedExample gated_example() {
  Findings findings = leaking_example();
  findings.verdict.doubts = {analysis::Doubt::kIncomplete};
  findings.sites = {site("aaaaaaaaaaaaaaaa", "New", 8), site("bbbbbbbbbbbbbbbb", "Worse", 9),
                    site("cccccccccccccccc", "Better", 7), site("dddddddddddddddd", "Known", 8),
                    site("eeeeeeeeeeeeeeee", "Estimated", 8)};
  findings.sites[4].stacks_estimated = true;
  findings.resources = {{"textures", Label::kLeakBelow, {3, 1, true}, 4, 37, "grows"}};
  Findings baseline = leaking_example();
  baseline.sites = {site("bbbbbbbbbbbbbbbb", "Worse", 8), site("cccccccccccccccc", "Better", 8),
                    site("ffffffffffffffff", "Gone", 8)};
  gate::Rules rules = suppressing(
      "op:Known reason=\"upstream\" max=30 expires=2026-12-31\n"
      "op:Estimated\n"
      "op:Nothing\n"
      "op:New max=3\n"
      "op:Worse expires=2026-12-02\n");
  rules.baseline = baseline;
  rules.limits = {{.measure = gate::Measure::kLeaks, .most = 1},
                  {.measure = gate::Measure::kGrowth, .most = 16},
                  {.measure = gate::Measure::kSurvivors, .most = 10}};
  return gated(std::move(findings), std::move(rules));
}

}  // namespace tensorleak::views
