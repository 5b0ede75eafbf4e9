#include "cli/machine_memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "cli/size.hpp"

namespace tensorleak::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* kVariable = "TENSORLEAK_LIMIT";
constexpr std::uint64_t kKibi = 1024;

using Bytes = std::optional<std::uint64_t>;

/// The number that a file begins with; nothing where it is not there or says "max".
Bytes number_in(const fs::path& file) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  if (stream >> number) return number;
  return std::nullopt;
}

Bytes less_of(Bytes a, Bytes b) {
  if (a && b) return std::min(*a, *b);
  return a ? a : b;
}

Bytes total_of_machine(const fs::path& root) {
  std::ifstream lines(root / "proc/meminfo");
  std::string name;
  std::uint64_t kibibytes = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    if (words >> name >> kibibytes && name == "MemTotal:") return kibibytes * kKibi;
  }
  return std::nullopt;
}

/// The least of the limits of a group and of those that it is in. In a container the group may have
/// a path that only the host knows; its files are then those of the top.
Bytes limit_of_group(const fs::path& top, const fs::path& group, const char* file) {
  Bytes least = number_in(top / file);
  fs::path at = top;
  for (const fs::path& part : group.relative_path()) {
    at /= part;
    least = less_of(least, number_in(at / file));
  }
  return least;
}

bool names_memory(std::string_view controllers) {
  return ("," + std::string(controllers) + ",").find(",memory,") != std::string::npos;
}

/// Lines of /proc/self/cgroup are "0::/group" of version 2, and "4:memory:/group" of version 1.
Bytes limit_of_groups(const fs::path& root) {
  const fs::path groups = root / "sys/fs/cgroup";
  std::ifstream lines(root / "proc/self/cgroup");
  Bytes least;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find(':');
    const std::size_t end = begin == std::string::npos ? begin : line.find(':', begin + 1);
    if (end == std::string::npos) continue;
    const std::string controllers = line.substr(begin + 1, end - begin - 1);
    const fs::path group = line.substr(end + 1);
    if (controllers.empty()) {
      least = less_of(least, limit_of_group(groups, group, "memory.max"));
    } else if (names_memory(controllers)) {
      least = less_of(least, limit_of_group(groups / "memory", group, "memory.limit_in_bytes"));
    }
  }
  return least;
}

}  // namespace

std::optional<std::uint64_t> machine_memory(const fs::path& root) {
  return less_of(total_of_machine(root), limit_of_groups(root));
}

trace::Result<std::uint64_t> default_memory_limit(std::uint64_t otherwise) {
  const char* const wish = std::getenv(kVariable);
  if (wish == nullptr || *wish == '\0') return machine_memory().value_or(otherwise);
  const auto size = parse_size(wish);
  if (size) return *size;
  return trace::fail({kVariable, 0, 0, size.error(), "correct the variable or unset it"});
}

}  // namespace tensorleak::cli
