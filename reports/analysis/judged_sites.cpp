#include "reports/analysis/judged_sites.hpp"

namespace tensorleak::analysis {
namespace {

JudgedSites judge_in_lane(Populations& populations, const std::vector<SiteIndex>& sites,
                          LaneIndex lane) {
  const MarkClock& clock = populations.clock(lane);
  JudgedSites judged{.lane = lane, .sites = sites, .population = empty_series(clock)};
  for (const SiteIndex site : sites) {
    accumulate(judged.population, populations.samples(site, lane), clock);
  }
  judged.growth = judge_growth(judged.population.tensors, clock.stride());
  return judged;
}

/// Whether the whole group rose by at least half of what the part grew; else the part only took
/// over from others, as the entries of a bounded cache do.
bool whole_rose_with(const JudgedSites& part, const JudgedSites& whole, std::uint64_t stride) {
  const std::size_t start = part.growth.first_frame / stride;
  const auto rise = [start](const DenseSeries& population) {
    return population.tensors.back() - population.tensors[start];
  };
  return part.lane == whole.lane && 2 * rise(whole.population) >= rise(part.population);
}

}  // namespace

JudgedSites judge_together(Populations& populations, const std::vector<SiteIndex>& sites,
                           const std::vector<LaneIndex>& lanes) {
  JudgedSites first = judge_in_lane(populations, sites, lanes.front());
  if (first.growth.period != 0) return first;
  for (const LaneIndex lane : lanes) {
    JudgedSites other = judge_in_lane(populations, sites, lane);
    if (other.growth.period != 0) return other;
  }
  return first;
}

std::optional<JudgedSites> growing_part(Populations& populations, const JudgedSites& whole,
                                        const std::vector<LaneIndex>& lanes) {
  const bool hidden = whole.growth.period == 0 && whole.growth.kind != GrowthKind::kFlat;
  if (whole.sites.size() < 2 || !hidden) return std::nullopt;
  const std::uint64_t stride = populations.clock(whole.lane).stride();
  for (const SiteIndex site : whole.sites) {
    JudgedSites part = judge_together(populations, {site}, lanes);
    if (part.growth.period != 0 && whole_rose_with(part, whole, stride)) return part;
  }
  return std::nullopt;
}

}  // namespace tensorleak::analysis
