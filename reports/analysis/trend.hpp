// Trends of populations that chance moves.
//
// What survives stands below what a garbage collector has not yet got to, so a trend is looked for
// in the *floor*: the minima of 24 equal parts of the run.
//
//   alive   ╱|  ╱|  ╱|╱|        the teeth are garbage,
//         ╱|╱ |╱ |╱            the floor is what nothing lets go of
//   floor ─────────────
//
// Methods: H. B. Mann, "Nonparametric tests against trend", Econometrica 13 (1945); M. G. Kendall,
// "Rank Correlation Methods" (1948), with his correction for ties; P. K. Sen, "Estimates of the
// regression coefficient based on Kendall's tau", JASA 63 (1968), after H. Theil (1950);
// C. E. Bonferroni's inequality for the number of groups that are tested. docs/verdicts.md has
// their limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tensorleak::analysis {

enum class TrendKind : std::uint8_t {
  kNone,     ///< the last third is no higher than what came before, or has come down again
  kUnclear,  ///< higher, but chance or a plateau explain it as well
  kRising,
};

struct Trend {
  TrendKind kind = TrendKind::kNone;
  double score = 0;      ///< of the whole floor, in standard deviations of what chance gives
  double tau = 0;        ///< Kendall's rank correlation of the floor with time, -1 to 1
  bool slowing = false;  ///< the pace has fallen, but no more than its own noise explains
};

/// Into so many equal parts a run is cut. The test takes their floors for independent of each
/// other.
inline constexpr std::size_t kPartsOfATrend = 24;

/// Kendall's tau of a trend whose parts rise all but without exception.
inline constexpr double kTauOfAPlainTrend = 0.9;

/// Fewest values for which a trend can be judged: eight marks in each third, and the first.
inline constexpr std::size_t kMinValuesForTrend = 25;

/// Whether the floor of `population` rises to its end. `tests` is how many populations of this run
/// are tested: so many chances has chance.
Trend judge_trend(std::span<const std::int64_t> population, std::uint64_t tests);

/// The median of the slopes between all pairs of values (Theil–Sen), per value. Of more than 256
/// values the means of 256 equal parts are taken.
double theil_sen_slope(std::span<const std::int64_t> values);

}  // namespace tensorleak::analysis
