#include "reports/analysis/lines.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace tensorleak::analysis {
namespace {

/// A group that moves, by its place among all groups, and how.
struct Moving {
  std::size_t group = 0;
  JudgedSites judged;
};

bool is_decided(const JudgedSites& judged) {
  return judged.growth.kind != GrowthKind::kUndecided;
}

/// Whether `whole`, the sum of `parts`, says more than they do. At least one part does not grow
/// exactly, or the whole does not grow.
bool tells_more(const JudgedSites& whole, const std::vector<Moving>& parts) {
  if (!is_decided(whole)) return false;
  const auto exact = static_cast<std::size_t>(
      std::ranges::count_if(parts, [](const Moving& part) { return part.judged.grows_exactly(); }));
  if (!whole.grows()) {
    return exact == 0 && std::ranges::any_of(parts, [](const Moving& part) {
             return part.judged.grows() || !is_decided(part.judged);
           });
  }
  if (exact == 0) return true;
  // One way took over from another: the line has grown for longer than the way that grows now.
  return whole.grows_exactly() && exact < parts.size() &&
         std::ranges::all_of(parts, [&](const Moving& part) {
           return !part.judged.grows_exactly() ||
                  whole.growth.first_frame < part.judged.growth.first_frame;
         });
}

JudgedSites judged_whole(const std::vector<Moving>& parts, const SiteJudge& judge) {
  std::vector<SiteIndex> sites;
  for (const Moving& part : parts)
    sites.insert(sites.end(), part.judged.sites.begin(), part.judged.sites.end());
  return judge.together(sites);
}

void join(std::vector<SurvivorGroup>& groups, const std::vector<Moving>& parts) {
  SurvivorGroup& joint = groups[parts.front().group];
  joint.fingerprint = joint.line;
  for (const Moving& part : std::span(parts).subspan(1)) {
    SurvivorGroup& other = groups[part.group];
    joint.sites.insert(joint.sites.end(), other.sites.begin(), other.sites.end());
    joint.survivors.insert(joint.survivors.end(), other.survivors.begin(), other.survivors.end());
    if (joint.taken_stack == 0) joint.taken_stack = other.taken_stack;
    joint.stacks_estimated |= other.stacks_estimated;
    other.sites.clear();
  }
  bring_into_order(joint);
}

}  // namespace

std::vector<SurvivorGroup> joined_by_line(std::vector<SurvivorGroup> groups,
                                          const SiteJudge& judge) {
  std::map<std::string, std::vector<std::size_t>> lines;
  for (std::size_t i = 0; i < groups.size(); ++i)
    lines[groups[i].line].push_back(i);
  for (const auto& [line, members] : lines) {
    if (members.size() < 2) continue;
    std::vector<Moving> moving;
    for (const std::size_t member : members) {
      JudgedSites judged = judge.together(groups[member].sites);
      if (judged.growth.kind != GrowthKind::kFlat) moving.push_back({member, std::move(judged)});
    }
    if (moving.size() < 2) continue;
    const JudgedSites whole = judged_whole(moving, judge);
    if (tells_more(whole, moving)) {
      join(groups, moving);
    } else if (is_decided(whole) && !whole.grows()) {
      for (const Moving& part : moving)
        groups[part.group].takes_over = part.judged.grows();
    }
  }
  std::erase_if(groups, [](const SurvivorGroup& group) { return group.sites.empty(); });
  return groups;
}

std::vector<SurvivorGroup> divided_by_lane(std::vector<SurvivorGroup> groups,
                                           const SiteJudge& judge) {
  std::vector<SurvivorGroup> divided;
  divided.reserve(groups.size());
  for (SurvivorGroup& group : groups) {
    std::vector<JudgedSites> parts;
    if (group.sites.size() > 1) parts = judge.growing_lanes(judge.together(group.sites));
    if (parts.size() < 2) {
      divided.push_back(std::move(group));
      continue;
    }
    std::vector<SiteIndex> rest = group.sites;
    for (const JudgedSites& part : parts) {
      divided.push_back(part_of(group, part.sites));
      std::erase_if(rest, [&](SiteIndex site) {
        return std::ranges::find(part.sites, site) != part.sites.end();
      });
    }
    if (!rest.empty()) divided.push_back(part_of(group, rest));
  }
  return divided;
}

}  // namespace tensorleak::analysis
