#include "adapters/heap/reporter.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace tensorleak::heap {

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): the allocator has no owner
[[gnu::tls_model("initial-exec")]] constinit thread_local Doing detail::doing;
constinit std::atomic<track_heap*> detail::heap = nullptr;
constinit std::size_t detail::least = 0;

namespace {

constexpr const char* kVariable = "TENSORLEAK_HEAP_MIN";
constexpr std::size_t kLeastByDefault = 1024;

std::optional<unsigned> shift_of(std::string_view unit) noexcept {
  if (unit.empty() || unit == "B") return 0;
  if (unit == "K" || unit == "KiB") return 10;
  if (unit == "M" || unit == "MiB") return 20;
  if (unit == "G" || unit == "GiB") return 30;
  return std::nullopt;
}

std::optional<std::size_t> size_in(std::string_view text) noexcept {
  std::size_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, number);
  const auto shift = shift_of({behind, static_cast<std::size_t>(end - behind)});
  if (error != std::errc() || !shift) return std::nullopt;
  if ((number << *shift) >> *shift != number) return std::nullopt;
  return number << *shift;
}

/// One line on standard error, without the streams of a library, which allocate.
void say(std::string_view words, std::string_view value = {}) noexcept {
  std::array<char, 256> line{};
  std::size_t length = 0;
  for (const std::string_view part : {std::string_view("tensorleak: "), words, value}) {
    length += part.copy(line.data() + length, line.size() - 1 - length);
  }
  line[length++] = '\n';
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), length);
}

std::size_t least_size() noexcept {
  const char* const value = secure_getenv(kVariable);
  std::optional<std::size_t> size = kLeastByDefault;
  if (value != nullptr && *value != '\0') size = size_in(value);
  if (!size) say("TENSORLEAK_HEAP_MIN is ignored: expected a size such as 4KiB, and not ", value);
  const std::size_t least = size.value_or(kLeastByDefault);
  if (least == 0 || detail::found.usable_size != nullptr) return least;
  if (value != nullptr && *value != '\0')
    say("TENSORLEAK_HEAP_MIN is ignored: the allocator cannot tell the size of a block");
  return 0;
}

}  // namespace

track_heap* detail::open_heap() noexcept {
  // The loader allocates with us before the C library has the environment, by which libtrack
  // decides once and for all whether to record. What is made so early lives as long as the process.
  if (environ == nullptr) return nullptr;
  const int error = errno;
  const Telling telling;
  // Where nothing records, nothing is said about the environment either.
  track_heap* const registered = track_heap_register("heap", 0);
  if (track_is_recording() == 0) return nullptr;
  least = least_size();
  heap.store(registered, std::memory_order_release);
  errno = error;
  return registered;
}

}  // namespace tensorleak::heap
