// Places in code that has no addresses: of scripts and interpreters. They stand in stacks as tokens
// that no return address can be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tensorleak::record {

struct Place {
  std::string_view function;
  std::string_view file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

/// Keeps its places as long as it lives. Not safe for use by two threads at once.
class Places {
 public:
  explicit Places(std::pmr::memory_resource* memory) : places_(memory), tokens_(memory) {}

  /// The token of this place, the same one each time; the texts are copied. 0 where memory is at
  /// its end.
  std::uintptr_t token_of(const Place& place) noexcept;

  /// Whether it can be a token, and no address.
  static constexpr bool is_token(std::uintptr_t value) noexcept { return (value & kMark) != 0; }

  /// What the token stands for; null where it is none.
  const Place* find(std::uintptr_t token) const noexcept;

 private:
  /// The highest bit: addresses of programs have it clear.
  static constexpr std::uintptr_t kMark = ~(~std::uintptr_t{0} >> 1);

  struct Hash {
    std::size_t operator()(const Place& place) const noexcept;
  };

  std::string_view copy_of(std::string_view text);

  std::pmr::vector<Place> places_;
  std::pmr::unordered_map<Place, std::uintptr_t, Hash> tokens_;
};

}  // namespace tensorleak::record
