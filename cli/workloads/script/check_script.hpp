// What can be known of a script without running it, beyond its form.
#pragma once

#include <optional>

#include "cli/workloads/script/script.hpp"
#include "libtrack/trace/result.hpp"

namespace tensorleak::cli::script {

/// The first step that names a function, model or pool that the script does not have, or calls a
/// function with a wrong number of values; nothing where all is well.
std::optional<trace::Error> check_script(const Script& script);

}  // namespace tensorleak::cli::script
