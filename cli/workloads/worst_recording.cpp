#include "cli/workloads/worst_recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "reports/views/text.hpp"

namespace tensorleak::cli {

using analysis::Findings;
using analysis::Outcome;
using trace::Result;

namespace {

constexpr std::size_t kMostNoted = 5;

std::string in_one_line(const Findings& findings) {
  std::string line = views::text(findings, {.verbosity = views::Verbosity::kQuiet});
  line.pop_back();
  return line;
}

void note_others(const std::vector<Findings>& all, std::size_t chosen, std::string_view what,
                 Findings& findings) {
  std::size_t noted = 0;
  for (std::size_t i = 0; i < all.size() && noted < kMostNoted; ++i) {
    if (i == chosen) continue;
    findings.notes.push_back(
        fmt::format("another {} recorded {}: {}", what, all[i].subject.input, in_one_line(all[i])));
    ++noted;
  }
  if (const std::size_t left = all.size() - 1 - noted; left > 0) {
    findings.notes.push_back(fmt::format("{} more recordings were made by others", left));
  }
}

}  // namespace

Badness badness(const Findings& findings) {
  switch (findings.verdict.outcome) {
    case Outcome::kLeak:
      return Badness::kLeaks;
    case Outcome::kNoVerdict:
      return findings.totals.created > 0 ? Badness::kDoubtful : Badness::kSaysNothing;
    case Outcome::kClean:
      break;
  }
  return Badness::kClean;
}

Result<Findings> judge_worst(const std::vector<std::filesystem::path>& recordings,
                             std::string_view what, const JudgeTrace& judge, const Weigh& weigh) {
  std::vector<Findings> all;
  all.reserve(recordings.size());
  for (const auto& recording : recordings) {
    auto findings = judge(recording);
    if (!findings) return findings;
    all.push_back(std::move(*findings));
  }
  const auto worst = std::ranges::max_element(all, {}, weigh);
  Findings findings = *worst;
  note_others(all, static_cast<std::size_t>(worst - all.begin()), what, findings);
  return findings;
}

}  // namespace tensorleak::cli
