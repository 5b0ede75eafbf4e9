// How much memory a leak may fill here.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "libtrack/trace/result.hpp"

namespace tensorleak::cli {

/// Bytes that the programs of this machine have together, or those of our container where they may
/// take less: the least of MemTotal in /proc/meminfo and of the limits of our control groups, which
/// systems of version 1 and of version 2 keep in different files
/// (https://docs.kernel.org/admin-guide/cgroup-v2.html, memory.max;
/// https://docs.kernel.org/admin-guide/cgroup-v1/memory.html, memory.limit_in_bytes).
/// Nothing where the system tells neither. `root` stands for / in tests.
std::optional<std::uint64_t> machine_memory(const std::filesystem::path& root = "/");

/// The memory limit where --limit names none: $TENSORLEAK_LIMIT, and without it machine_memory(),
/// and without that `otherwise`. Fails where the variable is no size.
trace::Result<std::uint64_t> default_memory_limit(std::uint64_t otherwise);

}  // namespace tensorleak::cli
