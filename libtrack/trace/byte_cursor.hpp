// Reads what ByteBuffer wrote, from bytes that nobody vouches for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tensorleak::trace {

/// Never reads outside its bytes. After the first fault every read gives 0 or nothing and failed()
/// is true, so that a reader asks once per item.
class ByteCursor {
 public:
  ByteCursor() = default;
  explicit ByteCursor(std::span<const std::byte> bytes)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool at_end() const { return at_ == end_; }
  bool failed() const { return failed_; }
  void fail() {
    failed_ = true;
    at_ = end_;
  }

  std::uint8_t byte() {
    if (at_ == end_) {
      fail();
      return 0;
    }
    return std::to_integer<std::uint8_t>(*at_++);
  }

  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && at_ != end_; shift += 7) {
      const auto byte = std::to_integer<std::uint64_t>(*at_++);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    fail();
    return 0;
  }

  /// A count or size that must not exceed `most`.
  std::size_t bounded(std::size_t most) {
    const std::uint64_t value = varint();
    if (value <= most) return static_cast<std::size_t>(value);
    fail();
    return 0;
  }

  std::uint64_t difference(std::uint64_t base) {
    const std::uint64_t zigzag = varint();
    return base + ((zigzag >> 1) ^ (0 - (zigzag & 1)));
  }

  std::span<const std::byte> bytes(std::size_t size) {
    if (static_cast<std::size_t>(end_ - at_) < size) {
      fail();
      return {};
    }
    const std::byte* begin = at_;
    at_ += size;
    return {begin, size};
  }

  /// Its length, then its bytes.
  std::string_view text(std::size_t longest) {
    const auto found = bytes(bounded(longest));
    return {reinterpret_cast<const char*>(found.data()), found.size()};
  }

 private:
  const std::byte* at_ = nullptr;
  const std::byte* end_ = nullptr;
  bool failed_ = false;
};

}  // namespace tensorleak::trace
