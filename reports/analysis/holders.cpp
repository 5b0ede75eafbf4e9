#include "reports/analysis/holders.hpp"

#include <algorithm>
#include <functional>
#include <string>

namespace tensorleak::analysis {
namespace {

constexpr std::size_t kMostTensors = 65'536;

/// Whether those holders that fit hold more than half of what was looked at.
bool is_most(const Site& site, bool (*fits)(const HolderFinding&)) {
  if (!site.held_by) return false;
  std::uint64_t fitting = 0;
  std::uint64_t all = 0;
  for (const HolderFinding& holder : *site.held_by) {
    all += holder.looked_at;
    if (fits(holder)) fitting += holder.looked_at;
  }
  return 2 * fitting > all;
}

}  // namespace

void Holders::note(const LiveTensor& tensor, const trace::Holder& holder) {
  if (by_sequence_.size() >= kMostTensors && !by_sequence_.contains(tensor.sequence)) return;
  by_sequence_.insert_or_assign(tensor.sequence, HolderFinding{.by = std::string(holder.by),
                                                               .path = std::string(holder.path),
                                                               .members = holder.members,
                                                               .looked_at = 1});
}

std::optional<std::vector<HolderFinding>> Holders::of(
    const std::vector<LiveTensor>& survivors) const {
  std::vector<HolderFinding> findings;
  for (const LiveTensor& tensor : survivors) {
    const auto noted = by_sequence_.find(tensor.sequence);
    if (noted == by_sequence_.end()) continue;
    const HolderFinding& holder = noted->second;
    const auto known = std::ranges::find(findings, holder.by, &HolderFinding::by);
    if (known == findings.end()) {
      findings.push_back(holder);
      continue;
    }
    ++known->looked_at;
    // Survivors come by age: the last member of an array says best where it is in it.
    known->path = holder.path;
    known->members = std::max(known->members, holder.members);
  }
  if (findings.empty()) return std::nullopt;
  std::ranges::stable_sort(findings, std::greater<>(), &HolderFinding::looked_at);
  return findings;
}

bool is_held_by_collection(const Site& site) {
  return is_most(site, [](const HolderFinding& holder) { return holder.members.has_value(); });
}

bool is_held_by_nobody(const Site& site) {
  return is_most(site, [](const HolderFinding& holder) { return holder.by.empty(); });
}

}  // namespace tensorleak::analysis
