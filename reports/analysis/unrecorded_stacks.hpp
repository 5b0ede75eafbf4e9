// Tensors whose stack was not recorded, beside others of the same kind whose stack was: an adapter
// may take stacks of some tensors alone, since they cost more than all else.
//
// Such tensors belong to a stack of their key (op, dtype, shape, scope path). Where the key has
// one, that is certain as far as the recording goes. Where it has several they are given to the one
// that most survivors have, and the split is an estimate: the sum over the key stays exact, so that
// no leak is lost and none is made up. A shape that has no stack at all takes that of other shapes.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>

#include "reports/analysis/populations.hpp"

namespace tensorleak::analysis {

/// The stack that the tensors of a site without one are taken to have.
struct TakenStack {
  std::uint32_t stack = 0;
  bool estimated = false;
};

/// By site; those whose key has no stack anywhere are left out.
using TakenStacks = std::unordered_map<SiteIndex, TakenStack>;

/// `survivors(site)` says how many tensors of a site survived; `same(a, b)` whether two stacks lead
/// to the same place of the user's code.
TakenStacks taken_stacks(const Populations& populations,
                         const std::function<std::uint64_t(SiteIndex)>& survivors,
                         const std::function<bool(SiteIndex, SiteIndex)>& same);

}  // namespace tensorleak::analysis
