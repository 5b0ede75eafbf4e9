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
constexpr std::string_view kLogSuffix = ".jsonl";
constexpr std::string_view kDigits = "0123456789";

/// What stands between prefix and suffix; nothing where the name has not both.
std::optional<std::string_view> between(std::string_view name, std::string_view suffix) {
  if (name.size() <= kPrefix.size() + suffix.size()) return std::nullopt;
  if (!name.starts_with(kPrefix) || !name.ends_with(suffix)) return std::nullopt;
  return name.substr(kPrefix.size(), name.size() - kPrefix.size() - suffix.size());
}

/// The process whose trace or log has this file name; nothing where it is no such name.
std::optional<std::string> process_of(std::string_view name) {
  std::optional<std::string_view> middle = between(name, kSuffix);
  if (!middle) {
    middle = between(name, kLogSuffix);
    const std::size_t dot = middle ? middle->find('.') : std::string_view::npos;
    if (dot == std::string_view::npos) return std::nullopt;
    const std::string_view thread = middle->substr(dot + 1);
    if (thread.empty() || thread.find_first_not_of(kDigits) != std::string_view::npos) {
      return std::nullopt;
    }
    middle = middle->substr(0, dot);
  }
  const bool is_number =
      !middle->empty() && middle->find_first_not_of(kDigits) == std::string_view::npos;
  return is_number ? std::optional(std::string(*middle)) : std::nullopt;
}

tl::unexpected<trace::Error> unusable(const fs::path& folder, const std::string& what) {
  return trace::fail({folder, 0, 0, what, "name another folder with -o"});
}

}  // namespace

fs::path trace_of(const fs::path& folder, const std::string& process) {
  return folder / fmt::format("{}{}{}", kPrefix, process, kSuffix);
}

fs::path log_of(const fs::path& folder, const std::string& process, const std::string& thread) {
  return folder / fmt::format("{}{}.{}{}", kPrefix, process, thread, kLogSuffix);
}

std::vector<ProcessTrace> traces_of_processes(const fs::path& folder) {
  std::vector<ProcessTrace> traces;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (const auto process = process_of(entry.path().filename().string()))
      traces.push_back({std::stoull(*process), entry.path()});
  }
  std::ranges::sort(traces);
  return traces;
}

Result<fs::path> prepare_for_traces(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return unusable(folder, "traces cannot be written here: " + error.message());
  fs::path absolute = fs::absolute(folder, error);
  if (error) return unusable(folder, "this folder cannot be found: " + error.message());
  for (const auto& [mark, meaning] : {std::pair{"%p", "process"}, {"%t", "thread"}}) {
    if (absolute.string().find(mark) == std::string::npos) continue;
    return unusable(folder,
                    fmt::format("\"{}\" in its path would be taken for a {} id", mark, meaning));
  }
  std::vector<ProcessTrace> old = traces_of_processes(folder);
  old.push_back({0, folder / kTraceName});
  for (const auto& [process, trace] : old) {
    fs::remove(trace, error);
    if (error) {
      return trace::fail({trace, 0, 0, "this old trace cannot be removed: " + error.message(), ""});
    }
  }
  return absolute;
}

}  // namespace tensorleak::cli
