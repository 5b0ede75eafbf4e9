// Files that are read at once.
#pragma once

#include <string>

#include "libtrack/trace/result.hpp"

namespace tensorleak::cli {

/// All of a file, decompressed where it is compressed.
trace::Result<std::string> read_whole_file(const std::string& path);

}  // namespace tensorleak::cli
