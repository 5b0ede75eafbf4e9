#include "libtrack/record/process_facts.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <span>

namespace tensorleak::record {
namespace {

/// The beginning of a file, as much as has room; files of /proc come in one piece.
std::string_view beginning_of(const char* path, std::span<char> buffer) noexcept {
  const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return {};
  ssize_t length = -1;
  do {
    length = read(descriptor, buffer.data(), buffer.size());
  } while (length < 0 && errno == EINTR);
  close(descriptor);
  return {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0))};
}

}  // namespace

std::optional<std::uint64_t> resident_bytes() noexcept {
  std::array<char, 128> buffer{};
  // "size resident …", in pages.
  std::string_view text = beginning_of("/proc/self/statm", buffer);
  text.remove_prefix(std::min(text.find(' '), text.size()));
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  std::uint64_t pages = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), pages);
  if (error != std::errc()) return std::nullopt;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::string_view command_line(CommandLine& buffer) noexcept {
  std::string_view text = beginning_of("/proc/self/cmdline", buffer);
  while (text.ends_with('\0'))
    text.remove_suffix(1);
  std::replace(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(text.size()), '\0',
               ' ');
  return text;
}

}  // namespace tensorleak::record
