// Where a process writes its trace: each process has a file of its own.
#pragma once

#include <array>
#include <climits>
#include <string_view>

namespace tensorleak::record {

using PathBuffer = std::array<char, PATH_MAX>;

/// Which process asks for the path.
enum class Whose {
  kFirst,  ///< the one that was asked to record
  kOther,  ///< a forked child, or a process that found the file in use
};

/// Writes the path for process `pid` with a terminating zero. "%p" in `pattern` becomes the pid;
/// where there is none, other processes get ".<pid>" behind the path. False: too long.
bool trace_path(std::string_view pattern, Whose whose, long pid, PathBuffer& path) noexcept;

}  // namespace tensorleak::record
