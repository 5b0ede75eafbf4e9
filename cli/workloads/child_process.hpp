// Runs the program under observation as a child: its streams, signals and exit code are its own.
#pragma once

#include <string>
#include <vector>

#include "libtrack/trace/result.hpp"

namespace tensorleak::cli {

/// How a child ended.
struct ChildEnd {
  int process = 0;    ///< its process id
  int exit_code = 0;  ///< 128 + the signal's number where a signal ended it
  int signal = 0;     ///< the signal that ended it; 0: none did

  bool failed() const { return exit_code != 0; }
};

/// Starts `command` (found through PATH) with `environment` ("NAME=value") added to this process's
/// own, and waits for it. Interrupts from the terminal go to the child alone, which is in the same
/// process group; a SIGTERM or SIGHUP to this process is passed on to it. An Error when the program
/// cannot be started.
trace::Result<ChildEnd> run_child(const std::vector<std::string>& command,
                                  const std::vector<std::string>& environment);

}  // namespace tensorleak::cli
