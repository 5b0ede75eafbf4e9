// How much may leak: the limits of the gate. docs/gate.md ("Limits") is their document.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reports/analysis/findings.hpp"

namespace tensorleak::gate {

/// What a limit counts.
enum class Measure : std::uint8_t {
  kLeaks,      ///< sites and resources with a label that is a leak
  kGrowth,     ///< bytes per frame of growing sites together
  kSurvivors,  ///< tensors that are alive, whatever their label
};

/// Which sites it counts. The later is the more particular.
enum class Part : std::uint8_t { kAll, kLabel, kScope, kSite };

struct Limit {
  Measure measure = Measure::kLeaks;
  Part part = Part::kAll;
  analysis::Label label = analysis::Label::kUnknown;  ///< for kLabel
  std::string name;  ///< a scope, or the beginning of a fingerprint
  std::uint64_t most = 0;
  bool given = true;  ///< false: the default, that nothing may leak
};

/// Which of the findings nobody counts: they are suppressed, or in the baseline.
struct Accepted {
  explicit Accepted(const analysis::Findings& findings)
      : sites(findings.sites.size()), resources(findings.resources.size()) {}

  std::vector<bool> sites;
  std::vector<bool> resources;
};

/// A limit that is not kept.
struct Breach {
  Limit limit;
  std::uint64_t count = 0;             ///< of leaks or survivors
  analysis::Rate growth;               ///< for kGrowth: bytes
  std::vector<std::size_t> sites;      ///< that were counted
  std::vector<std::size_t> resources;  ///< that were counted
};

/// The limits that `findings` break. A site counts for the most particular limit of a measure that
/// names it: site, scope, label, all. Nothing may leak unless a limit says otherwise; growth for
/// which there is a limit of its own counts for that one instead.
std::vector<Breach> breaches_of(const analysis::Findings& findings, const Accepted& accepted,
                                std::vector<Limit> limits);

}  // namespace tensorleak::gate
