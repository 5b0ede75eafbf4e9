#include "reports/gate/comparison.hpp"

#include <algorithm>
#include <unordered_map>

namespace tensorleak::gate {

using analysis::Findings;
using analysis::FrameSource;
using analysis::Label;
using analysis::Rate;
using analysis::ResourceFinding;
using analysis::Site;

namespace {

/// What is compared of one fingerprint or resource.
struct Amount {
  bool grows = false;
  Rate tensors;
  Rate bytes;
  std::uint64_t leaked = 0;
  std::uint64_t leaked_bytes = 0;
};

bool is_more(const Rate& a, const Rate& b) {
  constexpr double kChance = 1.1;
  if (!a.exact || !b.exact) return a.per_frame() > b.per_frame() * kChance;
  std::int64_t left = 0;
  std::int64_t right = 0;
  if (__builtin_mul_overflow(a.amount, b.frames, &left) ||
      __builtin_mul_overflow(b.amount, a.frames, &right))
    return a.per_frame() > b.per_frame();
  return left > right;
}

bool is_more_somewhere(const Amount& a, const Amount& b) {
  if (a.grows || b.grows) return is_more(a.tensors, b.tensors) || is_more(a.bytes, b.bytes);
  return a.leaked > b.leaked || a.leaked_bytes > b.leaked_bytes;
}

Change change_between(const Amount& before, const Amount& after) {
  if (is_more_somewhere(after, before)) return Change::kWorse;
  return is_more_somewhere(before, after) ? Change::kBetter : Change::kSame;
}

void add(Amount& amount, const Site& site) {
  if (site.label == Label::kLeakGrowing) {
    amount.grows = true;
    amount.tensors = amount.tensors + site.tensors_per_frame;
    amount.bytes = amount.bytes + site.bytes_per_frame;
  }
  amount.leaked += site.leaked;
  amount.leaked_bytes += site.leaked_bytes;
}

void add(Amount& amount, const ResourceFinding& resource) {
  amount.grows = true;
  amount.tensors = amount.tensors + resource.per_frame;
}

const std::string& key_of(const Site& site) {
  return site.fingerprint;
}

const std::string& key_of(const ResourceFinding& resource) {
  return resource.name;
}

/// The leaks of one report under one name.
struct Leak {
  std::vector<std::size_t> places;
  Amount amount;
  bool undecided = false;  ///< a part of it, or all, is unknown
};

template <class Finding>
std::unordered_map<std::string, Leak> leaks_of(const std::vector<Finding>& findings) {
  std::unordered_map<std::string, Leak> leaks;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    const bool is_undecided = finding.label == Label::kUnknown;
    if (!analysis::is_leak(finding.label) && !is_undecided) continue;
    Leak& leak = leaks[key_of(finding)];
    if (is_undecided) {
      leak.undecided = true;
    } else {
      leak.places.push_back(i);
      add(leak.amount, finding);
    }
  }
  return leaks;
}

template <class Changed, class Finding>
std::vector<Changed> changes(const std::vector<Finding>& before,
                             const std::vector<Finding>& after) {
  const auto leaks_before = leaks_of(before);
  const auto leaks_after = leaks_of(after);
  std::vector<Changed> result;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const auto now = leaks_after.find(key_of(after[i]));
    if (now == leaks_after.end() || now->second.places.empty()) continue;
    if (now->second.places.front() != i) continue;  // told with the first of its name
    const auto then = leaks_before.find(now->first);
    if (then == leaks_before.end() || then->second.places.empty()) {
      result.push_back({Change::kNew, {}, now->second.places});
    } else {
      result.push_back({change_between(then->second.amount, now->second.amount),
                        then->second.places, now->second.places});
    }
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto then = leaks_before.find(key_of(before[i]));
    if (then == leaks_before.end() || then->second.places.empty()) continue;
    if (then->second.places.front() != i) continue;
    const auto now = leaks_after.find(then->first);
    if (now != leaks_after.end() && !now->second.places.empty()) continue;
    const bool undecided = now != leaks_after.end() && now->second.undecided;
    result.push_back({undecided ? Change::kUndecided : Change::kGone, then->second.places, {}});
  }
  return result;
}

bool is_by_time(const Findings& findings) {
  return findings.frames.source == FrameSource::kTime;
}

bool grows(const Findings& findings) {
  const auto leaks = [](const ResourceFinding& resource) {
    return resource.label == Label::kLeakBelow;
  };
  return findings.verdict.growing_sites > 0 || std::ranges::any_of(findings.resources, leaks);
}

}  // namespace

std::uint64_t Comparison::count(Change change) const {
  return static_cast<std::uint64_t>(
      std::ranges::count(sites, change, &ChangedSite::change) +
      std::ranges::count(resources, change, &ChangedResource::change));
}

Comparison compare(const Findings& before, const Findings& after) {
  return {.sites = changes<ChangedSite>(before.sites, after.sites),
          .resources = changes<ChangedResource>(before.resources, after.resources)};
}

std::string why_not_comparable(const Findings& before, const Findings& after) {
  if (is_by_time(before) == is_by_time(after) || !grows(before) || !grows(after)) return "";
  return is_by_time(before) ? "growth is counted per second there, and per frame here"
                            : "growth is counted per frame there, and per second here";
}

}  // namespace tensorleak::gate
