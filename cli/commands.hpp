// The commands of tensorleak; each stands in a file of its name.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace tensorleak::cli {

/// What a command does once the whole command line is understood; returns what the process ends
/// with: an ExitCode, or the exit code of a program that was run.
using Action = std::function<int()>;

/// Each declares its command on `application`. When the command line names it, `chosen` becomes
/// what it does; `chosen` must outlive `application`.
/// `program` stands behind the "--" of the command line; empty: there is none.
void add_run_command(CLI::App& application, const std::vector<std::string>& program,
                     Action& chosen);
void add_report_command(CLI::App& application, Action& chosen);
void add_check_command(CLI::App& application, Action& chosen);
void add_diff_command(CLI::App& application, Action& chosen);
void add_export_command(CLI::App& application, Action& chosen);
void add_trace_command(CLI::App& application, Action& chosen);
void add_panel_command(CLI::App& application, Action& chosen);

}  // namespace tensorleak::cli
