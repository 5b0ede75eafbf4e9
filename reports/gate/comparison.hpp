// What leaks in one report and not in another, or not as much: by fingerprint.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reports/analysis/findings.hpp"

namespace tensorleak::gate {

enum class Change : std::uint8_t {
  kNew,        ///< leaks, and did not
  kWorse,      ///< leaks more: by tensors or by bytes
  kSame,       ///< leaks as much as before
  kBetter,     ///< leaks less, and more in nothing
  kGone,       ///< leaked, and does not
  kUndecided,  ///< leaked, and now cannot be told
};

/// All sites with one fingerprint that leak in one of the reports: one for each lane.
struct ChangedSite {
  Change change = Change::kSame;
  std::vector<std::size_t> before;  ///< in the sites of the one report; empty: none leaked
  std::vector<std::size_t> after;   ///< in those of the other
};

/// A resource below the tensors that leaks in one of them.
struct ChangedResource {
  Change change = Change::kSame;
  std::vector<std::size_t> before;
  std::vector<std::size_t> after;
};

/// In the order of the later report's sites; what is gone comes last.
struct Comparison {
  std::vector<ChangedSite> sites;
  std::vector<ChangedResource> resources;

  /// How many sites and resources changed so.
  std::uint64_t count(Change change) const;
};

/// Growth that is a slope rather than exact is worse or better only if it differs by more than a
/// tenth: so much is chance.
Comparison compare(const analysis::Findings& before, const analysis::Findings& after);

/// Why the two cannot be compared, in words; empty where they can: growth of the one may be counted
/// per frame, that of the other per second.
std::string why_not_comparable(const analysis::Findings& before, const analysis::Findings& after);

}  // namespace tensorleak::gate
