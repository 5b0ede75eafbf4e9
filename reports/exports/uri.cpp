#include "reports/exports/uri.hpp"

#include <fmt/format.h>

namespace tensorleak::exports {
namespace {

bool is_plain(char letter) {
  const bool is_alphanumeric = (letter >= 'a' && letter <= 'z') ||
                               (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
  return is_alphanumeric ||
         std::string_view("-._~/!$&'()*+,;=@").find(letter) != std::string_view::npos;
}

/// Of an address also what separates its parts, and what is encoded already.
std::string encoded(std::string_view text, std::string_view also) {
  std::string result;
  for (const char letter : text) {
    if (is_plain(letter) || also.find(letter) != std::string_view::npos) {
      result += letter;
    } else {
      result += fmt::format("%{:02X}", static_cast<unsigned char>(letter));
    }
  }
  return result;
}

bool is_address(std::string_view text) {
  const std::size_t colon = text.find("://");
  return colon != std::string_view::npos && colon > 0 &&
         text.substr(0, colon).find_first_not_of("abcdefghijklmnopqrstuvwxyz+-.0123456789") ==
             std::string_view::npos;
}

}  // namespace

std::string uri_of(std::string_view path) {
  if (is_address(path)) return encoded(path, ":?#[]%");
  if (path.starts_with("//")) path.remove_prefix(1);
  return (path.starts_with('/') ? "file://" : "") + encoded(path, "");
}

}  // namespace tensorleak::exports
