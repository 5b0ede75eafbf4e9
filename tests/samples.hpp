// What is known of the samples: of each scenario, how its leaking version leaks, and what its fixed
// version leaves alive. Scenarios stand in samples/ as programs and as workload scripts.
#pragma once

#include <cstdint>
#include <ostream>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace tensorleak::end_to_end {

/// What becomes of the handles of what leaks.
enum class Handles : bool { kLost, kHeld };

/// What differs between the program and the script of one scenario.
struct Version {
  std::string function;   ///< of the user, that the report names
  std::string left_over;  ///< the labels in the fixed version, in the order of the alphabet
};

struct Sample {
  std::string name;
  std::int64_t tensors = 0;  ///< that leak in `period` frames, of all sites
  std::int64_t bytes = 0;
  Handles handles = Handles::kLost;
  std::string dtype;
  std::set<std::vector<std::uint64_t>> shapes;
  Version program;
  Version script;
  std::int64_t period = 1;
  std::uint64_t frames = 39;  ///< of the leaking version
  int exit_code = 0;          ///< of the leaking program when nobody watches
};

/// All of them, in the order of samples/README.md.
std::span<const Sample> all_samples();

void PrintTo(const Sample& sample, std::ostream* out);  // NOLINT: GoogleTest names it

}  // namespace tensorleak::end_to_end
