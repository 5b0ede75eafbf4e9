// Symbols as their authors wrote them.
#pragma once

#include <string>
#include <string_view>

namespace tensorleak::symbols {

/// The C++ name of an Itanium ABI symbol, other names as they are. What compilers append to copies
/// that they make of a function (".isra.0", ".cold") is dropped: it changes from build to build.
std::string demangle(std::string_view symbol);

}  // namespace tensorleak::symbols
