// What a command line asks of the gate.
#pragma once

#include <string>
#include <vector>

#include "reports/gate/limits.hpp"

namespace tensorleak::cli {

struct GateSettings {
  std::vector<gate::Limit> limits;
  std::string baseline;  ///< a report's path; empty: none
  bool updates_baseline = false;
  std::vector<std::string> suppression_files;
  bool prints_suppressions = false;

  /// Whether the gate is to judge; otherwise the verdict alone does.
  bool asks() const {
    return !limits.empty() || !baseline.empty() || updates_baseline || !suppression_files.empty() ||
           prints_suppressions;
  }
};

}  // namespace tensorleak::cli
