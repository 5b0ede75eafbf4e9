// Small types for the ids of the event model, so that a tensor's id cannot be passed for a stack's.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace tensorleak::trace {

/// An id of one kind. Values are chosen by whoever writes the events; 0 is as good as any other.
template <class Kind>
struct Id {
  std::uint64_t value = 0;

  friend constexpr auto operator<=>(const Id&, const Id&) = default;
};

using TensorId = Id<struct TensorKind>;  ///< unique among live tensors; may be reused afterwards
using BufferId = Id<struct BufferKind>;  ///< unique among buffers with a live tensor
using StackId = Id<struct StackKind>;    ///< never redefined with other content
using ScopeId = Id<struct ScopeKind>;    ///< unique among open scopes
using ThreadId = Id<struct ThreadKind>;
using ModuleId = Id<struct ModuleKind>;  ///< a loaded executable or shared library

}  // namespace tensorleak::trace

template <class Kind>
struct std::hash<tensorleak::trace::Id<Kind>> {
  /// Finalizer of SplitMix64: ids are often consecutive, and tables here are indexed by low bits.
  std::size_t operator()(tensorleak::trace::Id<Kind> id) const noexcept {
    std::uint64_t x = id.value + 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }
};
