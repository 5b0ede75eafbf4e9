// The options of `run` for a page in a browser.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/workloads/browser/page_settings.hpp"

namespace tensorleak::cli {

/// `settings` must outlive `command`.
void add_page_options(CLI::App& command, PageSettings& settings);

}  // namespace tensorleak::cli
