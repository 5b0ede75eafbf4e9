#include "reports/views/text_gate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "reports/analysis/frame_owner.hpp"
#include "reports/views/gate_words.hpp"
#include "reports/views/numbers.hpp"
#include "reports/views/printable.hpp"
#include "reports/views/text_doubts.hpp"
#include "reports/views/text_notes.hpp"
#include "reports/views/text_site.hpp"
#include "reports/views/text_style.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::views {

using analysis::Site;
using gate::Outcome;

namespace {

constexpr std::size_t kMostBlocks = 20;

std::string joined(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// Leaks that pass though they are not in the baseline.
struct Passing {
  std::uint64_t suppressed = 0;
  std::vector<std::size_t> within_limits;  ///< sites
};

Passing passing(const Gated& gated) {
  Passing result;
  const std::vector<std::size_t> failing = sites_in_breach(gated.judgement);
  for (std::size_t i = 0; i < gated.findings.sites.size(); ++i) {
    if (!analysis::is_leak(gated.findings.sites[i].label)) continue;
    const bool fails = std::ranges::find(failing, i) != failing.end();
    if (gated.judgement.is_suppressed(i)) {
      ++result.suppressed;
    } else if (!gated.judgement.accepted.sites[i] && !fails) {
      result.within_limits.push_back(i);
    }
  }
  for (const gate::UsedSuppression& used : gated.judgement.suppressions) {
    if (used.use == gate::Use::kUsed) result.suppressed += used.resources.size();
  }
  return result;
}

std::vector<std::string> breaches_in_words(const Gated& gated) {
  std::vector<std::string> parts;
  for (const gate::Breach& breach : gated.judgement.breaches)
    parts.push_back(breach_in_words(breach));
  return parts;
}

std::string is_or_are(std::uint64_t leaks, std::string_view what) {
  return fmt::format("{} {} {}", counted(leaks, "leak"), leaks == 1 ? "is" : "are", what);
}

/// What passes, and how it compares.
std::vector<std::string> further_clauses(const Gated& gated) {
  std::vector<std::string> parts;
  if (gated.judgement.changes) {
    const std::string changes = changes_in_words(*gated.judgement.changes);
    if (!changes.empty()) parts.push_back("from the baseline: " + changes);
  }
  const Passing leaks = passing(gated);
  if (leaks.suppressed > 0) parts.push_back(is_or_are(leaks.suppressed, "suppressed"));
  if (!leaks.within_limits.empty())
    parts.push_back(is_or_are(leaks.within_limits.size(), "within the limits"));
  return parts;
}

std::vector<std::string> and_further(std::vector<std::string> parts, const Gated& gated) {
  for (std::string& part : further_clauses(gated))
    parts.push_back(std::move(part));
  return parts;
}

std::string passed_words(const Gated& gated) {
  if (gated.findings.verdict.outcome == analysis::Outcome::kClean) {
    analysis::Findings ended_well = gated.findings;
    ended_well.program_end.reset();
    return joined(and_further({headline_of(ended_well).sentence}, gated));
  }
  return joined(and_further({"no leak that is not allowed"}, gated));
}

std::string estimate_in_words(const Gated& gated) {
  return fmt::format(
      "{} would pass, whose stacks were recorded of some tensors alone: another line may leak "
      "there; record all stacks (--stacks all)",
      counted(gated.judgement.estimated.size(), "leak"));
}

std::string undecided_words(const Gated& gated) {
  std::vector<std::string> parts;
  for (const analysis::Doubt doubt : gated.judgement.doubts)
    parts.push_back(reason(doubt, gated.findings));
  if (!parts.empty()) parts.push_back(cure(gated.judgement.doubts.front(), gated.findings));
  if (!gated.judgement.estimated.empty()) parts.push_back(estimate_in_words(gated));
  if (parts.empty()) parts.emplace_back("the report gives no reason");
  return joined(and_further(std::move(parts), gated));
}

std::string failure_words(const Gated& gated) {
  const std::string seen = gated.judgement.outcome == Outcome::kPassed
                               ? "until then " + passed_words(gated)
                               : "and there is no verdict: " + undecided_words(gated);
  return fmt::format("it {}; {}", ending_in_words(*gated.findings.program_end), seen);
}

std::string blocks(const Gated& gated, const TextOptions& options) {
  std::string result;
  std::size_t number = 0;
  const std::vector<std::size_t> sites = sites_in_breach(gated.judgement);
  for (const std::size_t site : sites) {
    if (number == kMostBlocks && options.verbosity != Verbosity::kVerbose) {
      result += fmt::format("…  and {}; --verbose shows all\n",
                            counted(sites.size() - number, "more site"));
      break;
    }
    result += site_block(++number, gated.findings.sites[site], options);
  }
  for (const std::size_t resource : resources_in_breach(gated.judgement))
    result += resource_block(++number, gated.findings.resources[resource], options);
  return result;
}

std::vector<std::string> change_lines(const Gated& gated) {
  std::vector<std::string> lines;
  if (!gated.judgement.changes || !gated.rules.baseline) return lines;
  const auto add = [&](const auto& changed) {
    if (changed.change == gate::Change::kSame) return;
    lines.push_back(fmt::format("{}: {}", word(changed.change),
                                change_in_words(changed, *gated.rules.baseline, gated.findings)));
  };
  std::ranges::for_each(gated.judgement.changes->sites, add);
  std::ranges::for_each(gated.judgement.changes->resources, add);
  return lines;
}

std::vector<std::string> gate_lines(const Gated& gated) {
  std::vector<std::string> lines = change_lines(gated);
  for (const gate::UsedSuppression& used : gated.judgement.suppressions)
    lines.push_back(fmt::format("{}: {}", word(used.use), use_in_words(used)));
  for (const std::size_t index : passing(gated).within_limits) {
    const Site& site = gated.findings.sites[index];
    lines.push_back(fmt::format("within limits: {}: {}", site_in_words(site), amount(site)));
  }
  for (const std::size_t index : gated.judgement.estimated) {
    lines.push_back(fmt::format("unsure: {}: its stack stands for tensors without one",
                                site_in_words(gated.findings.sites[index])));
  }
  return lines;
}

std::string summary(const Gated& gated) {
  const auto& totals = gated.findings.totals;
  const std::string alive = tensors_and_bytes(totals.alive_tensors, totals.alive_bytes) + " alive";
  const std::string what =
      gated.judgement.outcome == Outcome::kFailed ? joined(breaches_in_words(gated)) : alive;
  return fmt::format("SUMMARY: tensorleak: {}: {}\n", word(gated.judgement.outcome), what);
}

/// Text that becomes a comment or a pattern: one line, whatever the program's names are.
std::string suppression_of(const Site& site) {
  const std::string label(word(site.label));
  std::string lines =
      fmt::format("# {}: {} {}\n", label, site_in_words(site), dtype_and_shape(site));
  if (site.user_frame && !analysis::is_anonymous(site.user_frame->function)) {
    lines += fmt::format("# or all that this function makes: leak:^{}$\n",
                         printable(site.user_frame->function));
  }
  return lines + fmt::format("site:{} reason=\"\"\n", printable(site.fingerprint));
}

}  // namespace

Headline headline_of(const Gated& gated) {
  const Outcome outcome = gated.judgement.outcome;
  if (outcome == Outcome::kFailed) {
    return {Tone::kBad, "FAILED", joined(and_further(breaches_in_words(gated), gated))};
  }
  const auto& end = gated.findings.program_end;
  if (end && end->failed()) return {Tone::kBad, "PROGRAM FAILED", failure_words(gated)};
  if (outcome == Outcome::kPassed) return {Tone::kGood, "PASSED", passed_words(gated)};
  return {Tone::kDoubtful, "NO VERDICT", undecided_words(gated)};
}

std::string text(const Gated& gated, const TextOptions& options) {
  std::string result = in_one_line(headline_of(gated), Paint(options.color)) + "\n";
  if (options.verbosity == Verbosity::kQuiet) return result;
  result += blocks(gated, options);
  for (const std::string& line : gate_lines(gated))
    result += paragraph(line, 0, options.width);
  result += notes(gated.findings, options);
  return result + summary(gated);
}

std::string suppressions_for(const Gated& gated) {
  std::string lines;
  for (const std::size_t index : sites_in_breach(gated.judgement)) {
    const Site& site = gated.findings.sites[index];
    if (analysis::is_leak(site.label)) lines += suppression_of(site);
  }
  for (const std::size_t index : resources_in_breach(gated.judgement)) {
    lines +=
        fmt::format("resource:^{}$ reason=\"\"\n", printable(gated.findings.resources[index].name));
  }
  return lines;
}

}  // namespace tensorleak::views
