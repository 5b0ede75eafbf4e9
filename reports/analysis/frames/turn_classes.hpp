// Which places of a program come back in step with each other.
//
//   creations   a b c  a b c  a b c d  a b c  a b c d       a, b and c return once a turn: one
//   class
//               d, in every third turn, is a class of its own
//
// An inner loop does not return in step: its first turn after something else does. So the *heads*
// of its runs count as a place as well.
//
//   creations   b b b c  b c  b b c      the heads of b are in step with c
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "reports/analysis/frames/creation_symbols.hpp"

namespace tensorleak::analysis {

/// Fewer returns than this are no loop.
inline constexpr std::size_t kMinTurns = 3;

/// What one thread made, in order.
struct Creation {
  Symbol symbol = 0;
  /// A variable, or kept, or a pool's: made to stay, as a model's weights are, one after another.
  bool is_owned = false;
  /// The one that the same place made before was disposed right before, with nothing in between.
  bool replaces = false;
  /// How many creations, uses and disposals the recording had before it, on all threads.
  std::uint64_t moment = 0;
};

/// The creations of a thread that are looked at, and what surrounds them.
struct Sequence {
  std::span<const Creation> creations;
  std::uint64_t end = 0;  ///< the moment at which the recording ends
  bool is_cut = false;    ///< the thread made more before
  bool has_runs = true;   ///< whether inner loops are looked for
};

/// Symbols that return by turns: between two returns of one lies just one of each other.
struct TurnClass {
  std::vector<Symbol> members;           ///< those that return most often first; heads, too
  std::vector<std::uint32_t> positions;  ///< of its first member in the sequence; at least three
  double coverage =
      0;              ///< the share of the run, from the first creation that returns, in its turns
  double spread = 0;  ///< of the lengths of its turns in moments: deviation over mean
  bool is_owned = false;  ///< all that its first member made was
  /// Where the first member is the head of runs: the places that the runs are made of.
  std::vector<Symbol> run;
  /// It returns several times in a row, 1.5 in the mean, and that at least three times.
  bool is_in_runs = false;

  std::size_t turns() const { return positions.size(); }
};

/// The classes of a sequence, those with fewest turns first. Takes O(n log n) time for
/// n creations whose loops are steady; what is compared is bounded where they are not.
std::vector<TurnClass> turn_classes(const Sequence& sequence);

/// How many returns of `inner` lie between each two successive returns of `outer`.
std::vector<std::uint32_t> returns_between(const TurnClass& outer, const TurnClass& inner);

/// How alike the pieces are into which a class cuts the sequence: the mean of Dice's coefficient of
/// the sets of symbols of each two neighbouring pieces, from 0 to 1 (Dice, "Measures of the amount
/// of ecologic association between species", Ecology 26, 1945).
double likeness(const TurnClass& turns, std::span<const Creation> creations);

}  // namespace tensorleak::analysis
