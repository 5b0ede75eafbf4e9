#include "reports/symbols/source_maps/base64.hpp"

namespace tensorleak::symbols {

int base64_digit(char character) {
  if (character >= 'A' && character <= 'Z') return character - 'A';
  if (character >= 'a' && character <= 'z') return character - 'a' + 26;
  if (character >= '0' && character <= '9') return character - '0' + 52;
  if (character == '+') return 62;
  return character == '/' ? 63 : -1;
}

std::optional<std::string> decode_base64(std::string_view text) {
  while (text.ends_with('='))
    text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  unsigned bits = 0;
  unsigned count = 0;
  for (const char character : text) {
    const int digit = base64_digit(character);
    if (digit < 0) return std::nullopt;
    bits = (bits << 6U) | static_cast<unsigned>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<char>((bits >> count) & 0xFFU));
    bits &= (1U << count) - 1;
  }
  return bytes;
}

}  // namespace tensorleak::symbols
