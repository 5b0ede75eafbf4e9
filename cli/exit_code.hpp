// What the process says to whoever started it.
#pragma once

#include <vector>

#include "reports/analysis/findings.hpp"

namespace tensorleak::cli {

enum class ExitCode : int {
  kClean = 0,
  kLeak = 1,
  kUnusable = 2,       ///< usage, or input or output that cannot be used
  kNoVerdict = 3,      ///< blind is never clean
  kProgramFailed = 4,  ///< the program under observation itself
};

/// All exit codes that apply to one run. Several can: a log that is cut short and shows a leak is 1
/// and 3. The process ends with the first by precedence: 2, 1, 4, 3, 0.
class ExitCodes {
 public:
  void add(ExitCode code);

  /// The code to end with.
  ExitCode exit() const;

  /// Every code that applies, by precedence; only clean where none was added.
  std::vector<int> applying() const;

 private:
  std::vector<ExitCode> codes_;  // by precedence, each once
};

/// The codes that `findings` alone give.
ExitCodes exit_codes(const analysis::Findings& findings);

}  // namespace tensorleak::cli
