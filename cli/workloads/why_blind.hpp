// Why a program that was run recorded nothing.
#pragma once

#include <string>
#include <vector>

namespace tensorleak::cli {

/// What can be said of `program`, a path or a name to be found through PATH, in sentences with a
/// cure; never none. Asks ldd(1), which does not run the program's code beyond its loader.
std::vector<std::string> why_blind(const std::string& program);

}  // namespace tensorleak::cli
