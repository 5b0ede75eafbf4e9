#include "libtrack/trace/result.hpp"

#include <fmt/format.h>

namespace tensorleak::trace {

std::string Error::text() const {
  std::string text = file;
  if (line != 0) text += fmt::format(":{}", line);
  if (line != 0 && column != 0) text += fmt::format(":{}", column);
  if (!text.empty()) text += ": ";
  text += what;
  if (!cure.empty()) text += "; " + cure;
  return text;
}

}  // namespace tensorleak::trace
