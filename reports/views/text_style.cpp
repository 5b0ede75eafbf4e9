#include "reports/views/text_style.hpp"

#include <fmt/format.h>

#include "reports/views/printable.hpp"

namespace tensorleak::views {

std::string Paint::dressed(std::string_view code, std::string_view text) const {
  if (!on_ || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string paragraph(std::string_view text, std::size_t indent, std::size_t width) {
  const std::string clean = printable(text);
  const std::string margin(indent, ' ');
  if (width == 0) return margin + clean + "\n";
  std::string result = margin;
  std::size_t column = indent;
  std::string_view rest = clean;
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    const std::size_t size = display_width(word);
    if (column > indent && column + 1 + size > width) {
      result += "\n" + margin;
      column = indent;
    } else if (column > indent) {
      result += ' ';
      ++column;
    }
    result += word;
    column += size;
    rest.remove_prefix(word.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  }
  return result + "\n";
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t used = display_width(text);
  std::string result(text);
  if (used < width) result.append(width - used, ' ');
  return result;
}

}  // namespace tensorleak::views
