#include "reports/analysis/unrecorded_stacks.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace tensorleak::analysis {
namespace {

/// What the sites of one key share. Threads share stacks.
SiteKey key_of(SiteKey key, bool with_shape) {
  key.stack = 0;
  key.thread = 0;
  if (!with_shape) key.shape = 0;
  return key;
}

using SitesByKey = std::unordered_map<SiteKey, std::vector<SiteIndex>, HashSiteKey>;

SitesByKey recorded_by_key(const Populations& populations, bool with_shape) {
  SitesByKey sites;
  for (SiteIndex site = 0; site < populations.size(); ++site) {
    const SiteKey& key = populations[site].key;
    if (key.stack != 0) sites[key_of(key, with_shape)].push_back(site);
  }
  return sites;
}

bool has_gaps(const Populations& populations) {
  bool without = false;
  bool with = false;
  for (SiteIndex site = 0; site < populations.size(); ++site)
    (populations[site].key.stack == 0 ? without : with) = true;
  return without && with;
}

}  // namespace

TakenStacks taken_stacks(const Populations& populations,
                         const std::function<std::uint64_t(SiteIndex)>& survivors,
                         const std::function<bool(SiteIndex, SiteIndex)>& same) {
  TakenStacks taken;
  if (!has_gaps(populations)) return taken;
  const SitesByKey exact = recorded_by_key(populations, /*with_shape=*/true);
  const SitesByKey wider = recorded_by_key(populations, /*with_shape=*/false);
  for (SiteIndex site = 0; site < populations.size(); ++site) {
    const SiteKey& key = populations[site].key;
    if (key.stack != 0) continue;
    const auto in_exact = exact.find(key_of(key, true));
    const auto in_wider = wider.find(key_of(key, false));
    if (in_wider == wider.end()) continue;
    const bool has_exact = in_exact != exact.end();
    const std::vector<SiteIndex>& candidates = has_exact ? in_exact->second : in_wider->second;
    const SiteIndex best = *std::ranges::max_element(candidates, {}, [&](SiteIndex candidate) {
      return std::pair(survivors(candidate), populations[candidate].created);
    });
    const bool is_one = std::ranges::all_of(candidates, [&](SiteIndex candidate) {
      return populations[candidate].key.stack == populations[best].key.stack ||
             same(candidate, best);
    });
    taken.emplace(
        site, TakenStack{.stack = populations[best].key.stack, .estimated = !has_exact || !is_one});
  }
  return taken;
}

}  // namespace tensorleak::analysis
