// Exact repetition: increments of a population that come again, frame by frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tensorleak::analysis {

/// The longest run of last frames whose increments repeat with some period, at least three periods
/// long. A period of 0 means that there is none.
struct Repetition {
  std::size_t period = 0;  ///< in values
  std::size_t length = 0;  ///< in values
};

/// Needs O(n²) time in the worst case, for n values that repeat at no period. `population` has at
/// least one value.
Repetition longest_repetition(std::span<const std::int64_t> population);

/// How many last frames repeat with `period`, which is at least 1.
std::size_t repeating_suffix(std::span<const std::int64_t> population, std::size_t period);

}  // namespace tensorleak::analysis
