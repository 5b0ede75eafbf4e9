#include "reports/views/text_headline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "reports/views/numbers.hpp"
#include "reports/views/printable.hpp"
#include "reports/views/text_doubts.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::views {

using analysis::Findings;
using analysis::Label;
using analysis::Outcome;
using analysis::ResourceFinding;
using analysis::Site;
using analysis::Verdict;

namespace {

std::string joined(const std::vector<std::string>& parts) {
  std::string result;
  for (const std::string& part : parts) {
    if (!result.empty()) result += "; ";
    result += part;
  }
  return result;
}

/// Sites of one kind of leak, and what they leaked.
struct Leaked {
  std::uint64_t sites = 0;
  std::uint64_t tensors = 0;
  std::uint64_t bytes = 0;
};

Leaked leaked_as(Label label, const Findings& findings) {
  Leaked leaked;
  for (const Site& site : findings.sites) {
    if (site.label != label) continue;
    ++leaked.sites;
    leaked.tensors += site.leaked;
    leaked.bytes += site.leaked_bytes;
  }
  return leaked;
}

std::string growing_clause(const Verdict& verdict) {
  return fmt::format("{} {} by {}", counted(verdict.growing_sites, "site"),
                     verdict.growing_sites == 1 ? "grows" : "grow",
                     growth(verdict.tensors_per_frame, verdict.bytes_per_frame, Sign::kImplied));
}

std::string limit_clause(const Verdict& verdict) {
  const std::string limit = human_size(verdict.memory_limit);
  return fmt::format("{} {} gone after {}", limit, limit.starts_with("1 ") ? "is" : "are",
                     verdict.frames_to_limit ? counted(*verdict.frames_to_limit, "frame")
                                             : duration(*verdict.time_to_limit));
}

std::string lost_clause(const Leaked& lost) {
  const bool one = lost.tensors == 1;
  return fmt::format("{} {} lost at {}: {} gone, the {} not",
                     tensors_and_bytes(lost.tensors, lost.bytes), one ? "is" : "are",
                     counted(lost.sites, "site"), one ? "its handle is" : "their handles are",
                     one ? "tensor is" : "tensors are");
}

std::string at_exit_clause(const Leaked& left) {
  return fmt::format("{} {} left at exit, made at {} and never disposed",
                     tensors_and_bytes(left.tensors, left.bytes), left.tensors == 1 ? "is" : "are",
                     counted(left.sites, "site"));
}

std::string below_clause(const ResourceFinding& resource) {
  return fmt::format("{} below the tensors grow by {}", printable(resource.name),
                     growth(resource.per_frame, Sign::kImplied));
}

std::string leak_words(const Findings& findings) {
  std::vector<std::string> clauses;
  const Verdict& verdict = findings.verdict;
  if (verdict.growing_sites > 0) {
    clauses.push_back(growing_clause(verdict));
    if (verdict.frames_to_limit || verdict.time_to_limit) clauses.push_back(limit_clause(verdict));
  }
  if (const Leaked lost = leaked_as(Label::kLeakLost, findings); lost.sites > 0) {
    clauses.push_back(lost_clause(lost));
  }
  if (const Leaked left = leaked_as(Label::kLeakAtExit, findings); left.sites > 0) {
    clauses.push_back(at_exit_clause(left));
  }
  for (const ResourceFinding& resource : findings.resources) {
    if (resource.label == Label::kLeakBelow) clauses.push_back(below_clause(resource));
  }
  return joined(clauses);
}

/// "are retained" where all survivors are alike, else "are alive".
std::string survivors_clause(const Findings& findings) {
  const std::uint64_t alive = findings.totals.alive_tensors;
  if (alive == 0) return "no tensor is alive";
  std::optional<Label> common;
  bool alike = true;
  for (const Site& site : findings.sites) {
    if (site.alive == 0) continue;
    alike = alike && (!common || *common == site.label);
    common = site.label;
  }
  return fmt::format("{} {} {}", tensors_and_bytes(alive, findings.totals.alive_bytes),
                     alive == 1 ? "is" : "are", common && alike ? attribute(*common) : "alive");
}

std::string clean_words(const Findings& findings) {
  const std::uint64_t frames = frames_of(findings);
  const std::string proof = frames > 0 ? "no site grows in " + counted(frames, "frame")
                                       : "nothing that was to be disposed is left at the end";
  return proof + "; " + survivors_clause(findings);
}

std::string no_verdict_words(const Findings& findings) {
  std::vector<std::string> clauses;
  for (const auto doubt : findings.verdict.doubts)
    clauses.push_back(reason(doubt, findings));
  if (clauses.empty()) return "the report gives no reason";
  clauses.push_back(cure(findings.verdict.doubts.front(), findings));
  return joined(clauses);
}

/// Whether the failure of the program is what the first line has to say.
bool is_failure(const Findings& findings) {
  return findings.verdict.outcome != Outcome::kLeak && findings.program_end &&
         findings.program_end->failed();
}

std::string failure_words(const Findings& findings) {
  const std::string seen = findings.verdict.outcome == Outcome::kClean
                               ? "until then " + clean_words(findings)
                               : "and there is no verdict: " + no_verdict_words(findings);
  return fmt::format("it {}; {}", ending_in_words(*findings.program_end), seen);
}

std::string leak_summary(const Findings& findings) {
  std::vector<std::string> parts;
  const Verdict& verdict = findings.verdict;
  if (verdict.leaking_sites > 0) {
    parts.push_back(fmt::format("{} leaked at {}",
                                tensors_and_bytes(verdict.leaked_tensors, verdict.leaked_bytes),
                                counted(verdict.leaking_sites, "site")));
  }
  for (const ResourceFinding& resource : findings.resources) {
    if (resource.label != Label::kLeakBelow) continue;
    parts.push_back(fmt::format("{} leaked below the tensors, {} -> {}", printable(resource.name),
                                grouped(resource.first), grouped(resource.last)));
  }
  return joined(parts);
}

std::string painted(std::string_view verdict, Tone tone, const Paint& paint) {
  switch (tone) {
    case Tone::kBad:
      return paint.bad(verdict);
    case Tone::kGood:
      return paint.good(verdict);
    case Tone::kDoubtful:
      break;
  }
  return paint.doubtful(verdict);
}

std::string doubts_in_short(const Verdict& verdict) {
  std::string list;
  for (const auto doubt : verdict.doubts) {
    if (!list.empty()) list += ", ";
    list += word(doubt);
  }
  return list;
}

}  // namespace

Headline headline_of(const Findings& findings) {
  if (is_failure(findings)) return {Tone::kBad, "PROGRAM FAILED", failure_words(findings)};
  switch (findings.verdict.outcome) {
    case Outcome::kLeak:
      return {Tone::kBad, "LEAK", leak_words(findings)};
    case Outcome::kClean:
      return {Tone::kGood, "CLEAN", clean_words(findings)};
    case Outcome::kNoVerdict:
      break;
  }
  return {Tone::kDoubtful, "NO VERDICT", no_verdict_words(findings)};
}

std::string in_one_line(const Headline& headline, const Paint& paint) {
  return painted(headline.verdict, headline.tone, paint) + "  " + headline.sentence;
}

std::string headline(const Findings& findings, const Paint& paint) {
  return in_one_line(headline_of(findings), paint);
}

std::string summary_line(const Findings& findings) {
  const auto& totals = findings.totals;
  if (is_failure(findings)) {
    return fmt::format("SUMMARY: tensorleak: the program {}; no leak was seen; {} alive",
                       ending_in_words(*findings.program_end),
                       tensors_and_bytes(totals.alive_tensors, totals.alive_bytes));
  }
  switch (findings.verdict.outcome) {
    case Outcome::kLeak:
      return "SUMMARY: tensorleak: " + leak_summary(findings);
    case Outcome::kClean:
      return fmt::format("SUMMARY: tensorleak: no leak; {} alive",
                         tensors_and_bytes(totals.alive_tensors, totals.alive_bytes));
    case Outcome::kNoVerdict:
      return fmt::format("SUMMARY: tensorleak: no verdict ({}); {} alive",
                         doubts_in_short(findings.verdict),
                         tensors_and_bytes(totals.alive_tensors, totals.alive_bytes));
  }
  return "";
}

}  // namespace tensorleak::views
