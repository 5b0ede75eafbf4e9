// Base64 (RFC 4648, section 4).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tensorleak::symbols {

/// The value of a digit; -1: it is none.
int base64_digit(char character);

/// The bytes; nothing where the text is not base64. Padding may be missing.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace tensorleak::symbols
