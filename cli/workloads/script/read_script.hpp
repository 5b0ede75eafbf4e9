// Reads workload scripts (docs/workload-script.md).
#pragma once

#include <string>
#include <string_view>

#include "cli/workloads/script/script.hpp"
#include "libtrack/trace/result.hpp"

namespace tensorleak::cli::script {

inline constexpr std::string_view kFormat = "tensorleak-workload";
inline constexpr std::int64_t kVersion = 1;

/// The script in `text`; `file` is how errors and stacks name it. Everything that can be known
/// without running it is checked; an error has the line, the column and the JSON pointer.
trace::Result<Script> read_script(std::string_view text, const std::string& file);

}  // namespace tensorleak::cli::script
