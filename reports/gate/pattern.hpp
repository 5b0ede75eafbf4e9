// The patterns of suppressions, which are those of LeakSanitizer
// (clang.llvm.org/docs/AddressSanitizer.html, "Suppressing memory leaks").
#pragma once

#include <string_view>

namespace tensorleak::gate {

/// Whether `pattern` fits `text`: as a part of it, where `*` stands for any characters, a `^` at
/// the beginning for the text's beginning and a `$` at the end for its end. An empty text fits
/// nothing. A `^` or `$` anywhere else is itself, since names of JavaScript have them.
bool fits(std::string_view pattern, std::string_view text);

}  // namespace tensorleak::gate
