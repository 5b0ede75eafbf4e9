// Growth of sites in lanes: which lane speaks, and whether a part of a group grows on its own.
#pragma once

#include <optional>
#include <vector>

#include "reports/analysis/growth.hpp"
#include "reports/analysis/populations.hpp"
#include "reports/analysis/series.hpp"

namespace tensorleak::analysis {

/// Sites that are judged together in one lane.
struct JudgedSites {
  LaneIndex lane = 0;
  std::vector<SiteIndex> sites;
  DenseSeries population;
  Growth growth;
};

/// Judges the sum of the sites' populations. A growth that repeats exactly names the lane that
/// makes it; else the first of `lanes`, of which there is at least one, speaks.
JudgedSites judge_together(Populations& populations, const std::vector<SiteIndex>& sites,
                           const std::vector<LaneIndex>& lanes);

/// One site of a group that grows exactly where the others' noise hides it. Nothing when the group
/// itself grows exactly, or when the site only took over from others, as the entries of a bounded
/// cache do: the group must have risen by at least half of what the site grew.
std::optional<JudgedSites> growing_part(Populations& populations, const JudgedSites& whole,
                                        const std::vector<LaneIndex>& lanes);

}  // namespace tensorleak::analysis
