// Groups that are better judged together: those of one line of the user's code, reached by several
// ways; and apart: those that grow in several lanes.
#pragma once

#include <vector>

#include "reports/analysis/judged_sites.hpp"
#include "reports/analysis/survivors.hpp"

namespace tensorleak::analysis {

/// Brings groups of one line together where their sum tells more than they do: callers that take
/// turns by chance, or one after the other, each show a part that moves, while the line's whole
/// grows steadily or stands still. Groups that are constant, and such as grow exactly on their own,
/// stay as they are. The joint group has the line's own fingerprint. Where the whole stands still
/// and a group grows exactly, that group takes over from others: it is a leak beside a stock that
/// is used up, or the newer part of a store that makes room, and nobody can tell.
std::vector<SurvivorGroup> joined_by_line(std::vector<SurvivorGroup> groups,
                                          const SiteJudge& judge);

/// Divides groups of which the threads of several lanes each make a share that grows.
std::vector<SurvivorGroup> divided_by_lane(std::vector<SurvivorGroup> groups,
                                           const SiteJudge& judge);

}  // namespace tensorleak::analysis
