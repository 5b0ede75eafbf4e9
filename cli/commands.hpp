// The commands of tensorleak; each stands in a file of its name.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "cli/exit_code.hpp"

namespace tensorleak::cli {

/// What a command does once the whole command line is understood.
using Action = std::function<ExitCode()>;

/// Each declares its command on `application`. When the command line names it, `chosen` becomes
/// what it does; `chosen` must outlive `application`.
void add_run_command(CLI::App& application, Action& chosen);
void add_report_command(CLI::App& application, Action& chosen);
void add_check_command(CLI::App& application, Action& chosen);

}  // namespace tensorleak::cli
