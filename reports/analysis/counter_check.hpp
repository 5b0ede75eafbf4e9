// Does what the program said of itself agree with the replay?
#pragma once

#include <cstdint>

#include "libtrack/trace/event.hpp"
#include "reports/analysis/findings.hpp"

namespace tensorleak::analysis {

/// What the replay counts at the moment of a counter event.
struct ReplayCounts {
  std::uint64_t tensors = 0;
  std::uint64_t buffers = 0;
  std::uint64_t bytes = 0;  ///< by the recording's bytes rule
};

/// Compares every count that the counter carries, exactly, and adds the result to `check`. A
/// counter that carries none of them is not checked.
void compare(const trace::Counter& counter, const ReplayCounts& replay, std::uint64_t place,
             CounterCheck& check);

}  // namespace tensorleak::analysis
