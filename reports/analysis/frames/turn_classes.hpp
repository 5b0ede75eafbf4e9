// Which places of a program come back in step with each other.
//
//   creations   a b c  a b c  a b c d  a b c  a b c d       a, b and c return once a turn: one class
//               d, in every third turn, is a class of its own
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "reports/analysis/frames/creation_symbols.hpp"

namespace tensorleak::analysis {

/// Fewer returns than this are no loop.
inline constexpr std::size_t kMinTurns = 3;

/// Symbols that return by turns: between two returns of one lies just one of each other.
struct TurnClass {
  std::vector<Symbol> members;            ///< in order of first sight
  std::vector<std::uint32_t> positions;   ///< of its first member in the sequence; at least three
  double coverage = 0;                    ///< the share of the loops' part over which it returns

  std::size_t turns() const { return positions.size(); }
};

/// The classes of a sequence of creations, those with fewest turns first. Takes O(n log n) time for
/// n creations whose loops are steady; what is compared is bounded where they are not.
std::vector<TurnClass> turn_classes(std::span<const Symbol> creations);

/// How many returns of `inner` lie between each two successive returns of `outer`.
std::vector<std::uint32_t> returns_between(const TurnClass& outer, const TurnClass& inner);

/// How alike the pieces are into which a class cuts the sequence: the mean of Dice's coefficient of
/// the sets of symbols of each two neighbouring pieces, from 0 to 1 (Dice, "Measures of the amount
/// of ecologic association between species", Ecology 26, 1945).
double likeness(const TurnClass& turns, std::span<const Symbol> creations);

}  // namespace tensorleak::analysis
