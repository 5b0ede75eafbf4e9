// What the ages of its members tell of a population that chance moves.
//
//   alive    ╱╲╱╲_╱╲╱╲_╱╲        a queue: chance moves it, and every member goes
//   alive    ╱╲╱╲╱╲╱╲╱╲╱‾        a queue of which some members are forgotten
//   lasting  ___───‾‾‾‾          those of the end that outlive all that ever go, when they were
//   made
//
// Chance that moves a population moves its young members. What is never disposed grows old.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "reports/analysis/growth.hpp"
#include "reports/analysis/judged_sites.hpp"
#include "reports/analysis/replay.hpp"
#include "reports/analysis/survivors.hpp"

namespace tensorleak::analysis {

/// Ages of a group's members, at the stored marks of one lane.
struct Ages {
  std::uint64_t aged = 0;  ///< members made before the last third of the frames
  std::size_t oldest = 0;  ///< the last mark before the oldest member of the frames was made
  /// How many of the *lasting* members, which are more than twice as old as any disposed one
  /// became, had been made at each mark. Ends at the mark after which no member is as old.
  std::vector<std::int64_t> lasting;
};

/// Of the members that `group` has at the last mark, in the frames of the lane in which it is
/// judged.
Ages ages_of(const SurvivorGroup& group, const JudgedSites& judged, Replay& replay);

/// What a growth that does not repeat exactly is worth once the ages are known.
///  - Of a trend, half of what grew up to the last third must still be there. Else the members come
///    and go, and it is a backlog, which is undecided, or none.
///  - Growth that is undecided among the ups and downs is a trend where the lasting members alone
///    show one.
///  - It has levelled off where no member is older than a rise that was given back before, for the
///    next wave looks the same.
/// `population` is at the same marks, `stride` frames apart; `tests` as in judge_growth().
Growth weighed_by_age(const Growth& growth, std::span<const std::int64_t> population,
                      const Ages& ages, std::uint64_t stride, std::uint64_t tests);

}  // namespace tensorleak::analysis
