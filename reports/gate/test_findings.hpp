// Findings for the tests of the gate, as the analysis would give them.
#pragma once

#include <string>
#include <vector>

#include "reports/analysis/findings.hpp"
#include "reports/analysis/verdict.hpp"

namespace tensorleak::gate {

/// A site with so many tensors of 4 bytes alive.
inline analysis::Site alive(const std::string& fingerprint, analysis::Label label,
                            std::uint64_t tensors, std::vector<std::string> scope_path = {}) {
  analysis::Site site;
  site.fingerprint = fingerprint;
  site.label = label;
  site.scope_path = std::move(scope_path);
  site.alive = tensors;
  site.alive_bytes = 4 * tensors;
  return site;
}

/// One that grows by a tensor per frame, over 30 frames.
inline analysis::Site growing(const std::string& fingerprint, std::int64_t bytes_per_frame,
                              std::vector<std::string> scope_path = {}) {
  analysis::Site site =
      alive(fingerprint, analysis::Label::kLeakGrowing, 30, std::move(scope_path));
  site.leaked = site.alive;
  site.tensors_per_frame = {1, 1, true};
  site.bytes_per_frame = {bytes_per_frame, 1, true};
  return site;
}

/// One of which so many tensors were lost.
inline analysis::Site lost(const std::string& fingerprint, std::uint64_t tensors,
                           std::vector<std::string> scope_path = {}) {
  analysis::Site site =
      alive(fingerprint, analysis::Label::kLeakLost, tensors, std::move(scope_path));
  site.leaked = tensors;
  site.leaked_bytes = 4 * tensors;
  return site;
}

/// A whole recording of 30 frames with these sites, and the verdict on them.
inline analysis::Findings findings_of(std::vector<analysis::Site> sites) {
  analysis::Findings findings;
  findings.sites = std::move(sites);
  findings.lanes = {{.name = "", .marks = 31, .frames = 30}};
  findings.totals.created = 100;
  for (const analysis::Site& site : findings.sites)
    findings.totals.alive_tensors += site.alive;
  findings.verdict = analysis::verdict_of(findings, std::uint64_t{4} << 30);
  return findings;
}

}  // namespace tensorleak::gate
