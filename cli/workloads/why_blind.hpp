// Why a program that is run records nothing, or cannot tell who holds its tensors.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/workloads/preload.hpp"

namespace tensorleak::cli {

/// What can be said of `program`, a path or a name to be found through PATH, into which `adapter`
/// was to be put, in sentences with a cure; never none. Asks ldd(1), which does not run the
/// program's code beyond its loader.
std::vector<std::string> why_blind(const std::string& program, std::optional<Preload> adapter);

/// Why nobody can tell who holds the tensors of `program`; empty where node runs it, or may be
/// started by it: it is node, a script, a shell or another program that starts what it is given.
std::string why_no_holders(const std::string& program);

}  // namespace tensorleak::cli
