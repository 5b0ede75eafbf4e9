// Does a population at marks grow without levelling off?
//
// Looked at in this order (docs/verdicts.md gives the rules with examples and limits):
//  - exact repetition: the increments of the last frames repeat with some period, over at least
//    three periods and the last third of all frames, add up to growth, and reach a new maximum;
//  - a plateau: nothing in the last third is higher than what came before;
//  - a trend, with many frames.
// Otherwise the frames are too few to tell.
#pragma once

#include <cstdint>
#include <span>

#include "reports/analysis/rate.hpp"

namespace tensorleak::analysis {

enum class GrowthKind : std::uint8_t {
  kFlat,      ///< the same at every mark
  kLevelled,  ///< changed, but does not grow in the last third
  kGrowing,
  kUndecided,
};

struct Growth {
  GrowthKind kind = GrowthKind::kFlat;
  Rate rate;                        ///< of the settled part, for kGrowing
  std::uint64_t first_frame = 0;    ///< where the settled part starts, from 0
  std::uint64_t frames_judged = 0;  ///< its length
  std::uint64_t period = 0;         ///< in frames; 0 unless the growth repeats exactly
  std::uint64_t steps_up = 0;       ///< frames, of all, in which the population rose
  std::uint64_t frames_needed = 0;  ///< for kUndecided: more frames that would settle it
  double score = 0;                 ///< of a trend: standard deviations above what chance gives
  double tau = 0;                   ///< of a trend: how nearly each part is above the one before
  bool slowing = false;             ///< a trend whose pace may have fallen
  bool was_tested = false;          ///< for a trend, with enough frames for one
  bool turns_over = false;  ///< for kLevelled: what rises is replaced, and was given back before
  bool in_size = false;     ///< of the bytes of members whose number stands still

  /// Whether it grows by a trend, not exactly.
  bool is_trend() const { return kind == GrowthKind::kGrowing && period == 0; }
};

/// Judges populations at consecutive stored marks, `stride` frames apart. The result counts frames,
/// not strides. Needs O(n) memory and, for a growth that repeats at no period, O(n²) time in the
/// worst case for n stored marks. `tests` is how many populations of the run are judged for a
/// trend.
Growth judge_growth(std::span<const std::int64_t> population, std::uint64_t stride,
                    std::uint64_t tests = 1);

/// The trend of a population alone, whether it repeats or not.
Growth trend_of(std::span<const std::int64_t> population, std::uint64_t stride,
                std::uint64_t tests = 1);

/// Whether the population fell by as much before mark `start` as it rose since: then the rise may
/// be given back as well.
bool has_fallen_as_far(std::span<const std::int64_t> population, std::size_t start);

/// A growth of which nobody can tell whether it will go on; so many more frames would.
Growth left_open(const Growth& growth, std::uint64_t frames);

/// Growth in a recording that broke off, given what its frames show. Whether the population would
/// have levelled off is not known; growth over few frames, or one that slows down, is undecided
/// then.
Growth before_a_break(Growth growth);

/// The rate of `population` over the settled part that `growth`, judged on another population at
/// the same marks, found: exact if it repeats with the same period there, else its slope.
Rate rate_over(std::span<const std::int64_t> population, std::uint64_t stride,
               const Growth& growth);

}  // namespace tensorleak::analysis
