// Finds the program's loop in what one thread made.
//
// The sites of a steady loop come back again and again in the same order. Of the classes of places
// that return in step (turn_classes.hpp) the loop is the outermost that covers the run and is no
// condition inside another (nesting.hpp); loops that run beside each other are told apart.
//
// The idea of cutting a trace at one place so that its pieces are alike is that of phase detection
// by markers in call and loop structure (Lau, Perelman, Calder, "Selecting Software Phase Markers
// with Code Structure Analysis", CGO 2006); of two readings of a period the one with more evidence
// is taken, and the confidence says how much that was.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reports/analysis/frames/nesting.hpp"
#include "reports/analysis/frames/turn_classes.hpp"

namespace tensorleak::analysis {

/// What else the frames may be, where the recording leaves that open.
enum class SecondReading : std::uint8_t {
  kNone,
  kOtherLoop,      ///< the signs of nesting speak for another loop nearly as much
  kNothingElse,    ///< one line returns, and nothing else: several of its turns can be one frame
  kSeveralPlaces,  ///< the places of a turn are one line: each can be a turn of its own
  kOneLine,        ///< one line alone tells the turns: it may be passed not just once in a frame
};

/// A loop, and the place that begins or ends its turns.
struct FoundLoop {
  Symbol marker = 0;
  /// Where it is not empty, the marker counts only behind what is not one of these.
  std::vector<Symbol> run;
  /// Turns begin with the disposal of what the marker made before, which it then replaces.
  bool begins_with_disposal = false;
  bool ends_turns = false;  ///< the marker is the last of a turn; else the first
  bool ends_whole = false;  ///< the recording ends with a whole turn, and nothing behind it
  std::size_t turns = 0;    ///< in what was looked at
  double coverage = 0;      ///< the share of the run that lies in its turns
  double likeness = 0;      ///< how alike neighbouring turns are, from 0 to 1
  double confidence = 0;    ///< from 0 to 1
  SecondReading second = SecondReading::kNone;
};

/// The loops of a sequence, the outermost of each task; none where nothing steady comes back at
/// least three times. Takes O(n log n) time, and compares at most 64 classes with each other.
std::vector<FoundLoop> find_loops(const Sequence& sequence, const StackOfSymbol& stack_of);

}  // namespace tensorleak::analysis
