#include "reports/symbols/source_maps/generated_code.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace tensorleak::symbols {
namespace {

constexpr std::string_view kNew = "new ";

bool is_part_of_identifier(char character) {
  const auto byte = static_cast<unsigned char>(character);
  return std::isalnum(byte) != 0 || character == '_' || character == '$' || byte >= 0x80U;
}

/// Characters beyond the first 65,536 are two units of UTF-16, and four bytes of UTF-8.
std::size_t byte_of(std::string_view line, std::uint32_t utf16_column) {
  std::size_t at = 0;
  for (std::uint32_t column = 0; at < line.size() && column < utf16_column;) {
    const auto lead = static_cast<unsigned char>(line[at]);
    column += lead >= 0xF0U ? 2 : 1;
    ++at;
    while (at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0U) == 0x80U)
      ++at;
  }
  return at;
}

}  // namespace

std::string_view source_mapping_url(std::string_view code) {
  constexpr std::array<std::string_view, 2> kComments = {"//# sourceMappingURL=",
                                                         "//@ sourceMappingURL="};
  std::size_t begin = 0;
  for (const std::string_view comment : kComments) {
    const std::size_t found = code.rfind(comment);
    if (found != std::string_view::npos) begin = std::max(begin, found + comment.size());
  }
  if (begin == 0) return {};
  const std::string_view url = code.substr(begin, code.find_first_of(" \t\r\n\"'`", begin) - begin);
  const std::size_t rest = begin + url.size();
  // A program that has such a text in a string has code behind it.
  const bool is_in_a_string =
      rest < code.size() && (code[rest] == '"' || code[rest] == '\'' || code[rest] == '`');
  return is_in_a_string ? std::string_view() : url;
}

std::string_view identifier_at(std::string_view line, std::uint32_t utf16_column) {
  std::string_view rest = line.substr(byte_of(line, utf16_column));
  if (rest.starts_with(kNew)) rest.remove_prefix(kNew.size());
  const auto* const end = std::ranges::find_if_not(rest, is_part_of_identifier);
  return rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
}

std::vector<std::string_view> lines_of(std::string_view code) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin <= code.size();) {
    const std::size_t end = std::min(code.find('\n', begin), code.size());
    lines.push_back(code.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::optional<std::string> read_whole(const std::string& path, std::size_t most) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  const auto size = std::filesystem::file_size(path, error);
  if (error || size > most) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string text(size, '\0');
  file.read(text.data(), static_cast<std::streamsize>(size));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

}  // namespace tensorleak::symbols
