// The gate: whether what was found may pass, by rules that a project gives itself.
//
//   findings ──► suppressed? ──► as in the baseline? ──► limits ──► passed, failed, no verdict
//
// What is suppressed, or leaks in the baseline as much, counts for no limit. Nothing passes that is
// not known: a recording that is incomplete, too short or without tensors has no verdict, unless it
// breaks a limit as it is. docs/gate.md has the rules.
#pragma once

#include <optional>
#include <vector>

#include "reports/analysis/findings.hpp"
#include "reports/gate/comparison.hpp"
#include "reports/gate/limits.hpp"
#include "reports/gate/suppressions.hpp"

namespace tensorleak::gate {

struct Rules {
  std::vector<Limit> limits;
  std::vector<Suppression> suppressions;
  std::optional<analysis::Findings> baseline;  ///< absent: there is none
  Date today{};                                ///< in UTC: on which suppressions expire
};

/// What became of a suppression.
enum class Use : std::uint8_t {
  kUsed,
  kUnused,    ///< nothing of what it names leaks
  kExceeded,  ///< more tensors leak than its max= allows, so it suppresses none
  kExpired,   ///< its last day is over, so it suppresses nothing
};

struct UsedSuppression {
  Suppression suppression;
  Use use = Use::kUnused;
  std::vector<std::size_t> sites;      ///< leaking and undecided ones that it names
  std::vector<std::size_t> resources;  ///< likewise
  std::uint64_t tensors = 0;           ///< that leak at these sites; of undecided ones, are alive
};

enum class Outcome : std::uint8_t { kPassed, kFailed, kNoVerdict };

/// Indices are those of the findings that were judged.
struct Judgement {
  Outcome outcome = Outcome::kNoVerdict;
  std::vector<Breach> breaches;
  std::vector<UsedSuppression> suppressions;  ///< in the order of their file
  std::optional<Comparison> changes;          ///< from the baseline; absent: there is none
  /// Of the verdict's doubts those that suppressions leave.
  std::vector<analysis::Doubt> doubts;
  /// Sites that would pass, were it sure that the leak is theirs: stacks were recorded of some
  /// tensors alone, and another line may be behind it.
  std::vector<std::size_t> estimated;
  Accepted accepted;

  bool is_suppressed(std::size_t site) const;
};

Judgement judge(const analysis::Findings& findings, const Rules& rules);

/// Those sites of a breach that leak, or, of survivors, that are alive; each once, in their order.
std::vector<std::size_t> sites_in_breach(const Judgement& judgement);
std::vector<std::size_t> resources_in_breach(const Judgement& judgement);

}  // namespace tensorleak::gate
