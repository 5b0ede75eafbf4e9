// Stacks that are one place of the program.
//
// One line makes tensors, and one statement of the loop reaches it in several ways, each with a
// stack of its own: by a function that calls itself to some depth, or by functions of which it
// calls now this, now that.
//
//   [blend, score][turn / 5 % 2]()      blend() { make() }      score() { make() }
//
// The statement runs once for each tensor, so that its turns are those of the line, whichever way.
#pragma once

#include <span>
#include <unordered_map>

#include "reports/analysis/frames/nesting.hpp"
#include "reports/analysis/frames/turn_classes.hpp"

namespace tensorleak::analysis {

/// Of the symbols that return, each that is the place of an earlier one, with that one. Looks at
/// the first 256 that have stacks.
std::unordered_map<Symbol, Symbol> same_places(std::span<const Creation> creations,
                                               const StackOfSymbol& stack_of);

}  // namespace tensorleak::analysis
