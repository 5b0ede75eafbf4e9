// Which Chromium or Chrome pages are opened in.
#pragma once

#include <filesystem>
#include <string>

#include "libtrack/trace/result.hpp"

namespace tensorleak::cli {

/// The browser at `named`, a path or a name on the PATH; where that is empty, the first that there
/// is of those that speak the DevTools protocol over a pipe. Fails in words that say which package
/// to install.
trace::Result<std::filesystem::path> find_browser(const std::string& named);

}  // namespace tensorleak::cli
