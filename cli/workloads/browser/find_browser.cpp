#include "cli/workloads/browser/find_browser.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <system_error>

namespace tensorleak::cli {

using trace::Result;

namespace fs = std::filesystem;

namespace {

constexpr std::array kNames = {
    "chromium",           "chromium-browser", "google-chrome",  "google-chrome-stable",
    "google-chrome-beta", "chrome",           "microsoft-edge", "brave-browser"};

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

std::optional<fs::path> on_path(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path candidate = fs::path(folder.empty() ? "." : folder) / name;
    if (is_program(candidate)) return candidate;
  }
  return std::nullopt;
}

}  // namespace

Result<fs::path> find_browser(const std::string& named) {
  constexpr const char* kCure =
      "install the package chromium (Debian: apt install chromium), or name a Chromium or Chrome "
      "with --browser PATH";
  if (!named.empty()) {
    if (named.find('/') != std::string::npos && is_program(named)) return fs::path(named);
    if (const auto found = on_path(named); found && named.find('/') == std::string::npos) {
      return *found;
    }
    return trace::fail({named, 0, 0, "there is no browser of this name", kCure});
  }
  for (const char* const name : kNames) {
    if (const auto found = on_path(name)) return *found;
  }
  return trace::fail({"", 0, 0, "a page needs a browser, and there is none on the PATH", kCure});
}

}  // namespace tensorleak::cli
