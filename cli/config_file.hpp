// Options that stand in a file, so that a project says once how it is judged:
//
//   framework = "vendor/"            # for each command that has --framework
//   [check]
//   max-leaks = 0
//   suppressions = "tensorleak.suppressions"
//
// Keys are the options' names without their dashes, at the top for every command or below the name
// of one. docs/gate.md ("tensorleak.toml") is the document.
#pragma once

#include <CLI/CLI.hpp>

#include "libtrack/trace/result.hpp"

namespace tensorleak::cli {

/// Declares --config on a command that takes options from a file.
void add_config_option(CLI::App& command);

/// Gives the command that was named what its file says: that of --config, else tensorleak.toml in
/// the working folder where there is one. What the command line has given stays. Fails where the
/// file cannot be read, has a key that no command knows, or a value that its option does not take.
trace::Result<void> apply_config(CLI::App& application);

}  // namespace tensorleak::cli
