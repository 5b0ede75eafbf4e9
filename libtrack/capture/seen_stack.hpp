// A stack that a thread has just captured.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tensorleak::capture {

struct SeenStack {
  std::span<const std::uintptr_t> addresses;  ///< innermost first; until the next capture
  std::uint64_t hash = 0;                     ///< hash_of_chain of the addresses
  /// Of the loader, while which the addresses mean this code; 0: it stays for ever.
  std::uint64_t generation = 0;
  bool truncated = false;  ///< the stack goes on where the limit ended it
  bool repeated = false;   ///< the same as the capture before
};

/// Of one address at its distance from the outermost frame, which has 1.
constexpr std::uint64_t hash_of_link(std::uintptr_t address, std::size_t distance) noexcept {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15u;
  constexpr std::uint64_t kOther = 0xD6E8FEB86659FD93u;
  std::uint64_t value = (address + distance * kOdd) * kOther;
  value ^= value >> 32;
  return value * kOdd;
}

/// The sum of its links: stacks with the same callers share work.
constexpr std::uint64_t hash_of_chain(std::span<const std::uintptr_t> addresses) noexcept {
  std::uint64_t hash = 0;
  std::size_t distance = addresses.size();
  for (const std::uintptr_t address : addresses)
    hash += hash_of_link(address, distance--);
  return hash;
}

}  // namespace tensorleak::capture
