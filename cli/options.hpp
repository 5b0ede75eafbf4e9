// The options that commands share, each declared once.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/settings.hpp"

namespace tensorleak::cli {

/// The one INPUT that a command takes. `settings` must outlive `command`, here and below.
void add_input(CLI::App& command, Settings& settings, const std::string& description);

/// --format, --quiet, --verbose, --color: what the answer looks like.
void add_answer_options(CLI::App& command, Settings& settings);

/// --framework, --source, --limit: how a recording is judged.
void add_judging_options(CLI::App& command, Settings& settings);

}  // namespace tensorleak::cli
