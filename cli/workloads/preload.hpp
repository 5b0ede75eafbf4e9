// Adapters that the loader puts into a program before its own libraries: LD_PRELOAD. Every process
// of a run gets them by its environment; one that is linked statically, or runs with more rights
// than its user, ignores them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libtrack/trace/result.hpp"

namespace tensorleak::cli {

enum class Preload : std::uint8_t {
  kHeap,  ///< plain memory, as tensors without a shape
};

/// The environment ("NAME=value") that puts the adapter into a program, before what the user's own
/// LD_PRELOAD puts there. Fails where the adapter is not installed, or lies at a path that
/// LD_PRELOAD cannot spell.
trace::Result<std::vector<std::string>> preload_environment(Preload adapter);

/// Why the adapter cannot see what the file `path`, an ELF program, does: in a sentence with a
/// cure.
std::string why_not_preloaded(const std::string& path, bool is_static);

}  // namespace tensorleak::cli
