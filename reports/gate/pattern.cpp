#include "reports/gate/pattern.hpp"

namespace tensorleak::gate {
namespace {

/// Takes the part before the next `*` off the pattern.
std::string_view next_part(std::string_view& pattern) {
  const std::size_t star = pattern.find('*');
  const std::string_view part = pattern.substr(0, star);
  pattern.remove_prefix(star == std::string_view::npos ? pattern.size() : star + 1);
  return part;
}

}  // namespace

bool fits(std::string_view pattern, std::string_view text) {
  if (text.empty()) return false;
  bool from_start = pattern.starts_with('^');
  if (from_start) pattern.remove_prefix(1);
  const bool to_end = pattern.ends_with('$');
  if (to_end) pattern.remove_suffix(1);
  if (to_end && pattern.find('*') == std::string_view::npos) {
    return from_start ? text == pattern : text.ends_with(pattern);
  }
  std::string_view last;
  if (to_end) {
    const std::size_t star = pattern.rfind('*');
    last = pattern.substr(star + 1);
    pattern = pattern.substr(0, star);
  }
  bool more = true;
  while (more) {
    more = pattern.find('*') != std::string_view::npos;
    const std::string_view part = next_part(pattern);
    const std::size_t found = text.find(part);
    if (found == std::string_view::npos || (from_start && found != 0)) return false;
    text.remove_prefix(found + part.size());
    from_start = false;
  }
  return text.ends_with(last);
}

}  // namespace tensorleak::gate
