#include "cli/gate.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include "cli/answer.hpp"
#include "cli/console.hpp"
#include "cli/workloads/report.hpp"
#include "cli/workloads/whole_file.hpp"
#include "cli/write_file.hpp"

namespace tensorleak::cli {

using analysis::Findings;
using gate::Judgement;
using gate::Rules;
using trace::Result;

namespace {

gate::Date today() {
  return {std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now())};
}

Result<void> read_suppressions_into(Rules& rules, const std::string& path) {
  const auto text = read_whole_file(path);
  if (!text) return trace::fail(text.error());
  auto read = gate::read_suppressions(*text, path);
  if (!read) return trace::fail(read.error());
  std::ranges::move(*read, std::back_inserter(rules.suppressions));
  return {};
}

Result<void> read_baseline_into(Rules& rules, const GateSettings& settings) {
  std::error_code ignored;
  if (!std::filesystem::exists(settings.baseline, ignored)) {
    if (settings.updates_baseline) return {};
    return trace::fail({settings.baseline, 0, 0, "there is no baseline",
                        "make one with --update-baseline, and put it under version control"});
  }
  auto report = read_report(settings.baseline);
  if (!report) return trace::fail(report.error());
  rules.baseline = std::move(*report);
  return {};
}

/// Why these findings are no baseline; empty where they are one.
std::string why_no_baseline(const Answer& answer) {
  const Findings& findings = answer.findings;
  if (findings.program_end && findings.program_end->failed())
    return "the program failed, so that not all that leaks need have been seen";
  if (findings.verdict.outcome == analysis::Outcome::kNoVerdict || !findings.verdict.doubts.empty())
    return "the recording has no full verdict, so that not all that leaks need have been seen";
  return "";
}

/// From now on the findings are the baseline. What has changed is told against the old one.
Result<void> update_baseline(Answer& answer, const std::string& path) {
  if (const std::string why = why_no_baseline(answer); !why.empty()) {
    complain(path + ": the baseline stays as it is: " + why);
    return {};
  }
  const std::error_code error =
      write_file(path, json_report({.findings = answer.findings, .rules = {}, .judgement = {}}));
  if (error) {
    return trace::fail({path, 0, 0, "the baseline cannot be written: " + error.message(),
                        "name another file with --baseline"});
  }
  remark("baseline: " + path);
  Rules rules = *answer.rules;
  rules.baseline = answer.findings;
  Judgement judgement = gate::judge(answer.findings, rules);
  judgement.changes = std::move(answer.judgement->changes);
  answer.judgement = std::move(judgement);
  return {};
}

}  // namespace

Result<std::optional<Rules>> gate_rules(const GateSettings& settings) {
  if (!settings.asks()) return std::nullopt;
  if (settings.updates_baseline && settings.baseline.empty())
    return trace::fail(
        {"--update-baseline", 0, 0, "there is no file to update", "name it with --baseline FILE"});
  Rules rules{.limits = settings.limits, .today = today()};
  for (const std::string& path : settings.suppression_files) {
    if (const auto read = read_suppressions_into(rules, path); !read)
      return trace::fail(read.error());
  }
  if (!settings.baseline.empty()) {
    if (const auto read = read_baseline_into(rules, settings); !read)
      return trace::fail(read.error());
  }
  return rules;
}

Weigh weigh_by(const std::optional<Rules>& rules) {
  return [&rules](const Findings& findings) {
    if (!rules) return badness(findings);
    switch (gate::judge(findings, *rules).outcome) {
      case gate::Outcome::kFailed:
        return Badness::kLeaks;
      case gate::Outcome::kNoVerdict:
        return findings.totals.created > 0 ? Badness::kDoubtful : Badness::kSaysNothing;
      case gate::Outcome::kPassed:
        break;
    }
    return Badness::kClean;
  };
}

Result<Answer> pass_gate(Findings findings, std::optional<Rules> rules,
                         const GateSettings& settings) {
  Answer answer{.findings = std::move(findings), .rules = std::move(rules), .judgement = {}};
  if (!answer.rules) return answer;
  if (answer.rules->baseline) {
    const std::string why = gate::why_not_comparable(*answer.rules->baseline, answer.findings);
    if (!why.empty())
      return trace::fail({settings.baseline, 0, 0, why,
                          "judge both alike (--frames), and make the baseline anew with "
                          "--update-baseline"});
  }
  answer.judgement = gate::judge(answer.findings, *answer.rules);
  if (settings.updates_baseline) {
    if (const auto updated = update_baseline(answer, settings.baseline); !updated)
      return trace::fail(updated.error());
  }
  return answer;
}

ExitCodes exit_codes(const Answer& answer) {
  if (!answer.judgement) return exit_codes(answer.findings);
  const Judgement& judgement = *answer.judgement;
  ExitCodes codes;
  if (judgement.outcome == gate::Outcome::kFailed) codes.add(ExitCode::kLeak);
  if (judgement.outcome == gate::Outcome::kNoVerdict || !judgement.doubts.empty())
    codes.add(ExitCode::kNoVerdict);
  const auto& end = answer.findings.program_end;
  if (end && end->failed()) codes.add(ExitCode::kProgramFailed);
  return codes;
}

}  // namespace tensorleak::cli
