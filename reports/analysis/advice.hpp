// What to do about a leak, in the words of the runtime.
#pragma once

#include <cstdint>
#include <string>

#include "reports/analysis/findings.hpp"

namespace tensorleak::analysis {

/// How a leak comes about, as far as the evidence tells. Order is that of precedence.
enum class Cause : std::uint8_t {
  kReplacedByLarger,  ///< the number stands still, the size grows
  kNotReturned,       ///< members of a pool
  kModelMadeAgain,    ///< weights, made by code that loads or builds a model
  kVariableMadeAgain,
  kPlainMemory,  ///< blocks of a heap, of which nothing but their size is known
  kAssigned,     ///< given to a variable, which took its buffer and not the tensor
  kKept,
  kPinnedByView,  ///< holds the buffer of a tensor that is disposed
  kHeldInList,    ///< the program still has their handles
  kScopeResult,
  kTemporary,
};

/// Whether the site is plain memory: kept, since no scope owns it, and neither shape nor dtype.
bool is_plain_memory(const Site& site);

/// The cause that most of a leaking site's tensors have. The site has its evidence and counts.
Cause cause_of(const Site& site);

/// What to do about it, without a full stop; empty where the site does not leak.
std::string suggest(const Site& site);

}  // namespace tensorleak::analysis
