#include "libtrack/record/diagnostics.hpp"

#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace tensorleak::record {

void say(std::initializer_list<std::string_view> parts) noexcept {
  // Put together first: one write is one line, also where several processes share the stream.
  std::array<char, 4608> line{};
  std::size_t length = 0;
  const auto append = [&](std::string_view part) {
    const std::size_t taken = std::min(part.size(), line.size() - 1 - length);
    std::copy_n(part.data(), taken, line.data() + length);
    length += taken;
  };
  append("tensorleak: ");
  for (const std::string_view part : parts)
    append(part);
  line[length++] = '\n';

  const int saved_errno = errno;
  // Nothing is left to be done where standard error cannot be written.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), length);
  errno = saved_errno;
}

std::string_view words_for(int error) noexcept {
  // Unlike strerror, neither allocates nor translates.
  const char* const words = strerrordesc_np(error);
  return words != nullptr ? words : "unknown error";
}

}  // namespace tensorleak::record
