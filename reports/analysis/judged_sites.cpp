#include "reports/analysis/judged_sites.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "reports/analysis/trend.hpp"

namespace tensorleak::analysis {
namespace {

/// Of the growth that its own lane shows, other lanes show at least this share, where it is not by
/// chance that it repeats in them.
constexpr double kShareOfTheLongest = 0.75;

/// The members of a population that is to show a trend in size have to be replaced so many times:
/// chance puts eight sizes in order once in 40,000 times.
constexpr std::uint64_t kLeastLives = 8;

/// How far a trend's population strays from its line: the mean square of the distances.
double misfit(const JudgedSites& judged, std::uint64_t stride) {
  const auto& values = judged.population.tensors;
  const std::size_t first = judged.growth.first_frame / stride;
  const double slope = judged.growth.rate.per_frame() * static_cast<double>(stride);
  const auto count = static_cast<double>(values.size() - first);
  double sum = 0;
  double squares = 0;
  for (std::size_t i = first; i < values.size(); ++i) {
    const double distance = static_cast<double>(values[i]) - slope * static_cast<double>(i);
    sum += distance;
    squares += distance * distance;
  }
  return squares / count - (sum / count) * (sum / count);
}

std::int64_t rise(const JudgedSites& judged, std::size_t since) {
  return judged.population.tensors.back() - judged.population.tensors[since];
}

}  // namespace

SiteJudge::SiteJudge(Populations& populations, std::vector<LaneIndex> lanes, std::uint64_t tests)
    : populations_(populations), lanes_(std::move(lanes)), tests_(tests) {}

JudgedSites SiteJudge::in_lane(const std::vector<SiteIndex>& sites, LaneIndex lane) const {
  const MarkClock& clock = populations_.clock(lane);
  JudgedSites judged{.lane = lane, .sites = sites, .population = empty_series(clock)};
  for (const SiteIndex site : sites) {
    accumulate(judged.population, populations_.samples(site, lane), clock);
  }
  judged.growth = judge_growth(judged.population.tensors, clock.stride(), tests_);
  return judged;
}

JudgedSites SiteJudge::together(const std::vector<SiteIndex>& sites) const {
  std::vector<JudgedSites> exact;
  std::optional<JudgedSites> best;
  for (const LaneIndex lane : lanes_) {
    JudgedSites judged = in_lane(sites, lane);
    if (judged.grows_exactly()) {
      exact.push_back(std::move(judged));
    } else if (!best || fits_better(judged, *best)) {
      best = std::move(judged);
    }
  }
  return exact.empty() ? *std::move(best) : best_told(std::move(exact));
}

bool SiteJudge::fits_better(const JudgedSites& judged, const JudgedSites& than) const {
  if (!judged.grows() || !than.grows()) return judged.grows();
  return misfit(judged, stride(judged.lane)) < misfit(than, stride(than.lane));
}

double SiteJudge::coverage(const JudgedSites& judged) const {
  const auto frames = static_cast<double>(populations_.clock(judged.lane).frames());
  return static_cast<double>(judged.growth.frames_judged) / frames;
}

JudgedSites SiteJudge::best_told(std::vector<JudgedSites> exact) const {
  double longest = 0;
  for (const JudgedSites& judged : exact)
    longest = std::max(longest, coverage(judged));
  std::erase_if(exact, [&](const JudgedSites& judged) {
    return coverage(judged) < kShareOfTheLongest * longest;
  });
  return *std::ranges::min_element(exact, {}, [](const JudgedSites& judged) {
    const Rate& rate = judged.growth.rate;
    return std::tuple(rate.frames, rate.amount, judged.growth.period);
  });
}

std::vector<JudgedSites> SiteJudge::growing_lanes(const JudgedSites& whole) const {
  if (lanes_.size() < 2 || whole.grows_exactly()) return {};
  std::map<std::uint32_t, std::vector<SiteIndex>> by_thread;
  for (const SiteIndex site : whole.sites)
    by_thread[populations_[site].key.thread].push_back(site);
  if (by_thread.size() < 2) return {};
  std::map<LaneIndex, std::vector<SiteIndex>> by_lane;
  for (const auto& [thread, sites] : by_thread) {
    const JudgedSites share = together(sites);
    if (!share.grows()) continue;
    auto& in_lane = by_lane[share.lane];
    in_lane.insert(in_lane.end(), sites.begin(), sites.end());
  }
  std::vector<JudgedSites> parts;
  for (const auto& [lane, sites] : by_lane) {
    JudgedSites part = in_lane(sites, lane);
    if (part.grows()) parts.push_back(std::move(part));
  }
  return parts;
}

std::optional<JudgedSites> SiteJudge::growing_part(const JudgedSites& whole) const {
  if (whole.sites.size() < 2 || whole.grows_exactly() || whole.growth.kind == GrowthKind::kFlat) {
    return std::nullopt;
  }
  for (JudgedSites& part : growing_lanes(whole)) {
    if (whole_rose_with(part, whole)) return std::move(part);
  }
  for (const SiteIndex site : whole.sites) {
    if (populations_[site].alive == 0) continue;
    JudgedSites part = together({site});
    if (part.grows_exactly() && whole_rose_with(part, whole)) return part;
  }
  return std::nullopt;
}

Growth SiteJudge::growth_in_size(const JudgedSites& judged) const {
  const GrowthKind kind = judged.growth.kind;
  if (kind != GrowthKind::kFlat && kind != GrowthKind::kLevelled) return judged.growth;
  Growth bytes = judge_growth(judged.population.bytes, stride(judged.lane), tests_);
  if (bytes.kind != GrowthKind::kGrowing) return judged.growth;
  const bool may_be_chance = judged.growth.turns_over || !outgrows_chance(judged, bytes);
  if (may_be_chance && bytes.is_trend()) return judged.growth;
  bytes.in_size = true;
  return bytes;
}

bool SiteJudge::outgrows_chance(const JudgedSites& judged, const Growth& bytes) const {
  std::uint64_t created = 0;
  for (const SiteIndex site : judged.sites)
    created += populations_[site].created;
  const auto alive = static_cast<std::uint64_t>(judged.population.tensors.back());
  if (created >= kPartsOfATrend * alive) return true;
  return created >= kLeastLives * alive && bytes.tau >= kTauOfAPlainTrend;
}

bool SiteJudge::whole_rose_with(const JudgedSites& part, const JudgedSites& whole) const {
  const std::size_t start = part.growth.first_frame / stride(part.lane);
  if (part.lane == whole.lane) return 2 * rise(whole, start) >= rise(part, start);
  return 2 * rise(in_lane(whole.sites, part.lane), start) >= rise(part, start);
}

}  // namespace tensorleak::analysis
