#include "reports/gate/limits.hpp"

#include <algorithm>
#include <optional>

namespace tensorleak::gate {

using analysis::Findings;
using analysis::Label;
using analysis::Rate;
using analysis::ResourceFinding;
using analysis::Site;

namespace {

/// "step" names a scope of that name anywhere in the path, "train/step" a part of the path.
bool is_in_scope(const std::vector<std::string>& path, const std::string& name) {
  std::string joined = "/";
  for (const std::string& scope : path)
    joined += scope + "/";
  return joined.find("/" + name + "/") != std::string::npos;
}

bool names(const Limit& limit, const Site& site) {
  switch (limit.part) {
    case Part::kAll:
      return true;
    case Part::kLabel:
      return site.label == limit.label;
    case Part::kScope:
      return is_in_scope(site.scope_path, limit.name);
    case Part::kSite:
      return site.fingerprint.starts_with(limit.name);
  }
  return false;
}

bool names(const Limit& limit, const ResourceFinding& resource) {
  return limit.part == Part::kAll || (limit.part == Part::kLabel && resource.label == limit.label);
}

/// Whether the site can count for limits of this measure at all.
bool is_measured(Measure measure, const Site& site) {
  switch (measure) {
    case Measure::kLeaks:
      return analysis::is_leak(site.label);
    case Measure::kGrowth:
      return site.label == Label::kLeakGrowing;
    case Measure::kSurvivors:
      return site.alive > 0;
  }
  return false;
}

/// The most particular part by which limits of this measure name the site or resource.
template <class Finding>
std::optional<Part> part_naming(const std::vector<Limit>& limits, Measure measure,
                                const Finding& finding) {
  std::optional<Part> most;
  for (const Limit& limit : limits) {
    if (limit.measure != measure || !names(limit, finding)) continue;
    if (!most || limit.part > *most) most = limit.part;
  }
  return most;
}

bool is_more(const Rate& growth, std::uint64_t most) {
  if (growth.amount <= 0) return false;
  std::uint64_t allowed = 0;
  if (__builtin_mul_overflow(most, static_cast<std::uint64_t>(growth.frames), &allowed))
    return false;
  return static_cast<std::uint64_t>(growth.amount) > allowed;
}

class Counting {
 public:
  Counting(const Findings& findings, const Accepted& accepted, const std::vector<Limit>& limits)
      : findings_(findings), accepted_(accepted), limits_(limits) {}

  /// What the limit is exceeded by; nothing where it is kept.
  std::optional<Breach> breach_of(const Limit& limit) const {
    Breach breach{.limit = limit};
    for (std::size_t i = 0; i < findings_.sites.size(); ++i) {
      if (counts(limit, i)) add_site(breach, i);
    }
    if (limit.measure == Measure::kLeaks) add_resources(breach);
    if (limit.measure == Measure::kSurvivors && limit.part == Part::kAll) count_all(breach);
    const bool exceeded = limit.measure == Measure::kGrowth ? is_more(breach.growth, limit.most)
                                                            : breach.count > limit.most;
    if (!exceeded) return std::nullopt;
    return breach;
  }

 private:
  bool counts(const Limit& limit, std::size_t index) const {
    const Site& site = findings_.sites[index];
    if (accepted_.sites[index] || !is_measured(limit.measure, site) || !names(limit, site))
      return false;
    if (part_naming(limits_, limit.measure, site) != limit.part) return false;
    const bool has_growth_limit =
        site.label == Label::kLeakGrowing && part_naming(limits_, Measure::kGrowth, site);
    return limit.given || !has_growth_limit;
  }

  void add_site(Breach& breach, std::size_t index) const {
    const Site& site = findings_.sites[index];
    breach.sites.push_back(index);
    breach.growth = breach.growth + site.bytes_per_frame;
    breach.count += breach.limit.measure == Measure::kSurvivors ? site.alive : 1;
  }

  void add_resources(Breach& breach) const {
    for (std::size_t i = 0; i < findings_.resources.size(); ++i) {
      const ResourceFinding& resource = findings_.resources[i];
      if (accepted_.resources[i] || !analysis::is_leak(resource.label)) continue;
      if (part_naming(limits_, Measure::kLeaks, resource) != breach.limit.part) continue;
      if (!names(breach.limit, resource)) continue;
      breach.resources.push_back(i);
      ++breach.count;
    }
  }

  /// A tensor is alive once, in however many lanes its site is told of: so all are counted by the
  /// total, less those that others count or nobody does.
  void count_all(Breach& breach) const {
    std::uint64_t others = 0;
    for (std::size_t i = 0; i < findings_.sites.size(); ++i) {
      if (!counts(breach.limit, i)) others += findings_.sites[i].alive;
    }
    const std::uint64_t all = findings_.totals.alive_tensors;
    breach.count = all - std::min(all, others);
  }

  const Findings& findings_;
  const Accepted& accepted_;
  const std::vector<Limit>& limits_;
};

bool is_for_all_leaks(const Limit& limit) {
  return limit.measure == Measure::kLeaks && limit.part == Part::kAll;
}

}  // namespace

std::vector<Breach> breaches_of(const Findings& findings, const Accepted& accepted,
                                std::vector<Limit> limits) {
  if (std::ranges::none_of(limits, is_for_all_leaks)) limits.push_back({.given = false});
  const Counting counting(findings, accepted, limits);
  std::vector<Breach> breaches;
  for (const Limit& limit : limits) {
    if (auto breach = counting.breach_of(limit)) breaches.push_back(std::move(*breach));
  }
  return breaches;
}

}  // namespace tensorleak::gate
