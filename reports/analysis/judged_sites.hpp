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

  bool grows() const { return growth.kind == GrowthKind::kGrowing; }
  bool grows_exactly() const { return grows() && growth.period != 0; }
};

/// Judges sums of sites' populations in the lanes of a run.
class SiteJudge {
 public:
  /// `lanes`, of which there is at least one, come in order of preference. `tests` is how many
  /// groups of the run are judged. Keeps the reference.
  SiteJudge(Populations& populations, std::vector<LaneIndex> lanes, std::uint64_t tests);

  /// The sites' sum. Of the lanes in which it grows exactly for about as long as in any, the one
  /// with the simplest rate speaks: the growth of one lane can repeat in the frames of another, by
  /// chance for a while, and where both keep step for long, but as a fraction or a multiple. A
  /// trend speaks in the lane whose frames it fits best. Else, and among equals, the first lane
  /// speaks.
  JudgedSites together(const std::vector<SiteIndex>& sites) const;

  /// The same sites in another lane.
  JudgedSites in_lane(const std::vector<SiteIndex>& sites, LaneIndex lane) const;

  /// The shares of `whole` that threads make and that grow, one for each lane in whose frames they
  /// do so. Threads that grow in the frames of one lane are judged together. Empty when there is
  /// but one thread or one lane, or `whole` grows exactly.
  std::vector<JudgedSites> growing_lanes(const JudgedSites& whole) const;

  /// What of `whole` grows exactly where the noise of the rest hides it: the share of a lane, or a
  /// single site. Nothing when `whole` grows exactly itself, or when the part only took over from
  /// others, as the entries of a bounded cache do: the whole must have risen by at least half of
  /// what the part grew.
  std::optional<JudgedSites> growing_part(const JudgedSites& whole) const;

  /// Growth of the bytes where the number of tensors stands still, as when each is replaced by a
  /// larger one; an exact one where the number wanders, for bytes wander with it. Else as it was.
  Growth growth_in_size(const JudgedSites& judged) const;

  std::uint64_t stride(LaneIndex lane) const { return populations_.clock(lane).stride(); }
  std::uint64_t tests() const { return tests_; }

 private:
  /// Whether `judged` grows, and in a trend that is nearer to a line.
  bool fits_better(const JudgedSites& judged, const JudgedSites& than) const;
  /// How much of its lane's frames an exact growth covers.
  double coverage(const JudgedSites& judged) const;
  JudgedSites best_told(std::vector<JudgedSites> exact) const;
  /// Whether a trend of the bytes is more than what a few large members make where they live long:
  /// each part of the run has members of its own, or nearly every part is above all before it.
  bool outgrows_chance(const JudgedSites& judged, const Growth& bytes) const;
  bool whole_rose_with(const JudgedSites& part, const JudgedSites& whole) const;

  Populations& populations_;
  std::vector<LaneIndex> lanes_;
  std::uint64_t tests_;
};

}  // namespace tensorleak::analysis
