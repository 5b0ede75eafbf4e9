#include "reports/gate/judgement.hpp"

#include <algorithm>
#include <set>

#include "reports/analysis/verdict.hpp"

namespace tensorleak::gate {

using analysis::Doubt;
using analysis::Findings;
using analysis::Label;
using analysis::Site;

namespace {

bool can_be_suppressed(Label label) {
  return analysis::is_leak(label) || label == Label::kUnknown;
}

UsedSuppression use_of(const Suppression& suppression, const Findings& findings, Date today) {
  UsedSuppression used{.suppression = suppression};
  for (std::size_t i = 0; i < findings.sites.size(); ++i) {
    const Site& site = findings.sites[i];
    if (!can_be_suppressed(site.label) || !names(suppression, site)) continue;
    used.sites.push_back(i);
    used.tensors += analysis::is_leak(site.label) ? site.leaked : site.alive;
  }
  for (std::size_t i = 0; i < findings.resources.size(); ++i) {
    const auto& resource = findings.resources[i];
    if (can_be_suppressed(resource.label) && names(suppression, resource))
      used.resources.push_back(i);
  }
  if (suppression.expires && *suppression.expires < today) {
    used.use = Use::kExpired;
  } else if (!used.sites.empty() || !used.resources.empty()) {
    const bool exceeds = suppression.most && used.tensors > *suppression.most;
    used.use = exceeds ? Use::kExceeded : Use::kUsed;
  }
  return used;
}

void accept(const std::vector<std::size_t>& places, std::vector<bool>& accepted) {
  for (const std::size_t place : places)
    accepted[place] = true;
}

bool is_no_worse(Change change) {
  return change == Change::kSame || change == Change::kBetter;
}

void accept_no_worse(const Comparison& changes, Accepted& accepted) {
  for (const ChangedSite& site : changes.sites) {
    if (is_no_worse(site.change)) accept(site.after, accepted.sites);
  }
  for (const ChangedResource& resource : changes.resources) {
    if (is_no_worse(resource.change)) accept(resource.after, accepted.resources);
  }
}

/// Doubts that rest on undecided sites go when those are suppressed; all others stay.
std::vector<Doubt> remaining_doubts(const Findings& findings, const Accepted& accepted) {
  Findings rest = findings;
  rest.sites.clear();
  rest.resources.clear();
  for (std::size_t i = 0; i < findings.sites.size(); ++i) {
    if (!accepted.sites[i]) rest.sites.push_back(findings.sites[i]);
  }
  for (std::size_t i = 0; i < findings.resources.size(); ++i) {
    if (!accepted.resources[i]) rest.resources.push_back(findings.resources[i]);
  }
  const auto left = analysis::verdict_of(rest, findings.verdict.memory_limit).doubts;
  std::vector<Doubt> doubts;
  for (const Doubt doubt : findings.verdict.doubts) {
    const bool rests_on_sites = doubt == Doubt::kTooShort || doubt == Doubt::kStillFilling;
    const bool is_left = std::ranges::find(left, doubt) != left.end();
    if (is_left || !rests_on_sites) doubts.push_back(doubt);
  }
  return doubts;
}

/// Whether the verdict alone says that nothing is known, whatever the reason.
bool is_blind(const Findings& findings) {
  return findings.verdict.outcome == analysis::Outcome::kNoVerdict &&
         findings.verdict.doubts.empty();
}

std::vector<std::size_t> estimated_among(const Findings& findings, const Accepted& accepted) {
  std::vector<std::size_t> estimated;
  for (std::size_t i = 0; i < findings.sites.size(); ++i) {
    if (accepted.sites[i] && findings.sites[i].stacks_estimated.value_or(false))
      estimated.push_back(i);
  }
  return estimated;
}

Outcome outcome_of(const Judgement& judgement, const Findings& findings) {
  if (!judgement.breaches.empty()) return Outcome::kFailed;
  const bool is_doubtful =
      !judgement.doubts.empty() || !judgement.estimated.empty() || is_blind(findings);
  return is_doubtful ? Outcome::kNoVerdict : Outcome::kPassed;
}

}  // namespace

bool Judgement::is_suppressed(std::size_t site) const {
  return std::ranges::any_of(suppressions, [&](const UsedSuppression& used) {
    return used.use == Use::kUsed && std::ranges::find(used.sites, site) != used.sites.end();
  });
}

Judgement judge(const Findings& findings, const Rules& rules) {
  Judgement judgement{.accepted = Accepted(findings)};
  Accepted& accepted = judgement.accepted;
  for (const Suppression& suppression : rules.suppressions) {
    UsedSuppression used = use_of(suppression, findings, rules.today);
    if (used.use == Use::kUsed) {
      accept(used.sites, accepted.sites);
      accept(used.resources, accepted.resources);
    }
    judgement.suppressions.push_back(std::move(used));
  }
  judgement.doubts = remaining_doubts(findings, accepted);
  if (rules.baseline) {
    judgement.changes = compare(*rules.baseline, findings);
    accept_no_worse(*judgement.changes, accepted);
  }
  judgement.estimated = estimated_among(findings, accepted);
  judgement.breaches = breaches_of(findings, accepted, rules.limits);
  judgement.outcome = outcome_of(judgement, findings);
  return judgement;
}

std::vector<std::size_t> sites_in_breach(const Judgement& judgement) {
  std::set<std::size_t> sites;
  for (const Breach& breach : judgement.breaches)
    sites.insert(breach.sites.begin(), breach.sites.end());
  return {sites.begin(), sites.end()};
}

std::vector<std::size_t> resources_in_breach(const Judgement& judgement) {
  std::set<std::size_t> resources;
  for (const Breach& breach : judgement.breaches)
    resources.insert(breach.resources.begin(), breach.resources.end());
  return {resources.begin(), resources.end()};
}

}  // namespace tensorleak::gate
