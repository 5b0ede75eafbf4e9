// The options of the gate, which `check` and `run` share.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/gate_settings.hpp"

namespace tensorleak::cli {

/// --max-leaks, --max-growth, --max-survivors, --baseline, --update-baseline, --suppressions and
/// --print-suppressions. `settings` must outlive `command`.
void add_gate_options(CLI::App& command, GateSettings& settings);

}  // namespace tensorleak::cli
