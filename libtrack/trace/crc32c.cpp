#include "libtrack/trace/crc32c.hpp"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace tensorleak::trace {
namespace {

/// The polynomial 0x1edc6f41 with its bits reversed.
constexpr std::uint32_t kPolynomial = 0x82f63b78;

constexpr std::array<std::uint32_t, 256> kTable = [] {
  std::array<std::uint32_t, 256> table = {};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit)
      value = (value >> 1) ^ ((value & 1) != 0 ? kPolynomial : 0);
    table[byte] = value;
  }
  return table;
}();

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) std::uint32_t crc32c_by_instruction(
    std::span<const std::byte> bytes) noexcept {
  std::uint64_t value = 0xffffffff;
  while (bytes.size() >= sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    value = _mm_crc32_u64(value, word);
    bytes = bytes.subspan(sizeof word);
  }
  auto rest = static_cast<std::uint32_t>(value);
  for (const std::byte byte : bytes)
    rest = _mm_crc32_u8(rest, std::to_integer<std::uint8_t>(byte));
  return ~rest;
}
#endif

}  // namespace

std::uint32_t crc32c_by_table(std::span<const std::byte> bytes) noexcept {
  std::uint32_t value = 0xffffffff;
  for (const std::byte byte : bytes)
    value = (value >> 8) ^ kTable[(value ^ std::to_integer<std::uint32_t>(byte)) & 0xff];
  return ~value;
}

std::uint32_t crc32c(std::span<const std::byte> bytes) noexcept {
#if defined(__x86_64__)
  // A recorder may run before the constructors of the program, so before the compiler's own.
  __builtin_cpu_init();
  if (__builtin_cpu_supports("sse4.2")) return crc32c_by_instruction(bytes);
#endif
  return crc32c_by_table(bytes);
}

}  // namespace tensorleak::trace
