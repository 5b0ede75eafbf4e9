#include "cli/workloads/output_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace tensorleak::cli {

using trace::Result;

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = "trace.";
constexpr std::string_view kSuffix = ".tltrace";

/// The process whose trace has this file name; nothing where it is no such name.
std::optional<std::string> process_of(const std::string& name) {
  if (name.size() <= kPrefix.size() + kSuffix.size()) return std::nullopt;
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) return std::nullopt;
  std::string process = name.substr(kPrefix.size(), name.size() - kPrefix.size() - kSuffix.size());
  const bool is_number = process.find_first_not_of("0123456789") == std::string::npos;
  return is_number ? std::optional(std::move(process)) : std::nullopt;
}

tl::unexpected<trace::Error> unusable(const fs::path& folder, const std::string& what) {
  return trace::fail({folder, 0, 0, what, "name another folder with -o"});
}

}  // namespace

fs::path trace_of(const fs::path& folder, const std::string& process) {
  return folder / fmt::format("{}{}{}", kPrefix, process, kSuffix);
}

std::vector<fs::path> traces_of_processes(const fs::path& folder) {
  std::vector<std::pair<unsigned long long, fs::path>> numbered;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (const auto process = process_of(entry.path().filename())) {
      numbered.emplace_back(std::stoull(*process), entry.path());
    }
  }
  std::ranges::sort(numbered);
  std::vector<fs::path> traces;
  traces.reserve(numbered.size());
  for (auto& [process, path] : numbered)
    traces.push_back(std::move(path));
  return traces;
}

Result<fs::path> prepare_for_traces(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return unusable(folder, "traces cannot be written here: " + error.message());
  fs::path absolute = fs::absolute(folder, error);
  if (error) return unusable(folder, "this folder cannot be found: " + error.message());
  if (absolute.string().find("%p") != std::string::npos) {
    return unusable(folder, "\"%p\" in its path would be taken for a process id");
  }
  std::vector<fs::path> old = traces_of_processes(folder);
  old.push_back(folder / kTraceName);
  for (const fs::path& trace : old) {
    fs::remove(trace, error);
    if (error) {
      return trace::fail({trace, 0, 0, "this old trace cannot be removed: " + error.message(), ""});
    }
  }
  return absolute;
}

}  // namespace tensorleak::cli
