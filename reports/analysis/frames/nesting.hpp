// How two classes of returning places lie to each other: a loop in a loop, a condition in a loop,
// or apart.
//
// That a place returns once for every three returns of another has two readings, which leave the
// same trace but for small signs:
//
//   for each epoch { for each of 3 batches { b }  e }         b b b e  b b b e  …     nested
//   for each turn { b  if (turn % 3 == 0) e }                 b e b b  b e b b  …     conditional
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "reports/analysis/findings.hpp"
#include "reports/analysis/frames/turn_classes.hpp"

namespace tensorleak::analysis {

/// The frames of a symbol's stack, innermost first; none where it has no stack. Valid as long as
/// the function.
using StackOfSymbol = std::function<const std::vector<Frame>&(Symbol)>;

enum class Nesting : std::uint8_t {
  kNested,       ///< the one with fewer turns is a loop around the other
  kConditional,  ///< it happens in some turns of the other
  kSame,         ///< they share nearly all turns
  kApart,        ///< two loops that know nothing of each other
  kUnrelated,    ///< the other one does not return steadily enough to say
};

struct Relation {
  Nesting nesting = Nesting::kUnrelated;
  bool is_sure = true;  ///< whether the signs left no second reading
};

/// Relates `fewer`, which has fewer turns, to `more`. The signs, strongest first:
///  - places between those of the others in one function: conditional, or an inner loop that has
///    no turn at times;
///  - returns of `more` are missing between returns of `fewer`: it is no part of a turn of `more`,
///    but an inner loop in some of its turns where it returns in runs;
///  - places around the others in one function: nested;
///  - a count between returns that is not geometric in distribution is no condition by chance
///    (dispersion index of a geometric distribution), unless each count makes up for the one
///    before: then it is one by a clock (the distances of a jittered schedule correlate by −½; D.
///    R. Cox, P. A. W. Lewis, "The statistical analysis of series of events", 1966);
///  - a count that never changes: nested where also the first and the last turn are whole, which a
///    condition on every n-th turn meets only by chance.
/// `is_cut` says that the sequence's beginning was not seen.
Relation relate(const TurnClass& fewer, const TurnClass& more, const StackOfSymbol& stack_of,
                bool is_cut);

/// Whether `one` ends its turns rather than beginning them, seen beside `other`, which has more:
/// it stands behind it, as in `for each turn { for … { other }  one }`.
bool stands_behind(const TurnClass& one, const TurnClass& other, const StackOfSymbol& stack_of,
                   bool is_cut);

}  // namespace tensorleak::analysis
