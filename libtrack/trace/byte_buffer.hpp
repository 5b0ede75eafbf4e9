// Bytes of a block under construction: numbers as LEB128 varints, differences in zigzag form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <span>
#include <string_view>
#include <vector>

namespace tensorleak::trace {

/// A growing buffer whose memory comes from one resource. Throws what the resource throws, and is
/// then as it was before the call.
class ByteBuffer {
 public:
  explicit ByteBuffer(std::pmr::memory_resource* memory) : storage_(memory) {}

  /// Makes room for `size` more bytes, so that adding them cannot fail.
  void reserve(std::size_t size) {
    if (storage_.size() - size_ < size) grow(size);
  }

  void byte(std::uint8_t value) {
    reserve(1);
    storage_[size_++] = std::byte{value};
  }

  void varint(std::uint64_t value) {
    constexpr std::size_t kLongest = 10;
    reserve(kLongest);
    while (value >= 0x80) {
      storage_[size_++] = static_cast<std::byte>(value | 0x80);
      value >>= 7;
    }
    storage_[size_++] = static_cast<std::byte>(value);
  }

  /// The difference of two numbers modulo 2^64, small where they are near each other.
  void difference(std::uint64_t value, std::uint64_t base) {
    const std::uint64_t delta = value - base;
    varint((delta << 1) ^ (0 - (delta >> 63)));
  }

  void bytes(std::span<const std::byte> from) {
    reserve(from.size());
    if (!from.empty()) std::memcpy(storage_.data() + size_, from.data(), from.size());
    size_ += from.size();
  }

  /// Its length, then its bytes.
  void text(std::string_view text) {
    varint(text.size());
    bytes(std::as_bytes(std::span(text)));
  }

  std::size_t size() const { return size_; }
  std::span<const std::byte> view() const { return {storage_.data(), size_}; }
  void truncate(std::size_t size) { size_ = size; }

 private:
  void grow(std::size_t size) {
    constexpr std::size_t kSmallest = 64;
    std::size_t capacity = storage_.size() < kSmallest ? kSmallest : storage_.size() * 2;
    if (capacity < size_ + size) capacity = size_ + size;
    storage_.resize(capacity);
  }

  std::pmr::vector<std::byte> storage_;  // all of it may be written to
  std::size_t size_ = 0;
};

}  // namespace tensorleak::trace
