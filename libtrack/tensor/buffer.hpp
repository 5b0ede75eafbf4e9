// The memory below tensors, shared by those that are views of each other.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include <track/dtype.hpp>

namespace track::detail {

class BufferPtr;

/// Elements of one dtype, aligned to 64 bytes and counted by memory() once sealed. Its references
/// may be taken and dropped on any thread.
class Buffer {
 public:
  static constexpr std::size_t kAlignment = 64;

  /// Room for elements, whose values are indeterminate; strings are empty. Throws std::bad_alloc.
  static BufferPtr make(DType dtype, std::size_t elements);

  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  void* data() const noexcept { return data_; }
  std::size_t bytes() const noexcept { return bytes_; }
  std::uint64_t id() const noexcept { return id_; }

  /// Says that the elements are written: from now on the buffer counts. Once only.
  void seal() noexcept;

 private:
  friend class BufferPtr;
  Buffer(DType dtype, std::size_t elements);
  ~Buffer();
  std::span<std::string> strings() const noexcept;

  std::atomic<std::uint32_t> references_ = 1;
  bool sealed_ = false;
  DType dtype_;
  std::size_t elements_;
  std::size_t bytes_;
  std::uint64_t id_;
  void* data_;
};

/// A counted reference of a buffer, or none.
class BufferPtr {
 public:
  BufferPtr() noexcept = default;
  explicit BufferPtr(Buffer* buffer) noexcept : buffer_(buffer) {}
  BufferPtr(const BufferPtr& other) noexcept : buffer_(other.buffer_) {
    if (buffer_ != nullptr) buffer_->references_.fetch_add(1, std::memory_order_relaxed);
  }
  BufferPtr(BufferPtr&& other) noexcept : buffer_(std::exchange(other.buffer_, nullptr)) {}
  BufferPtr& operator=(BufferPtr other) noexcept {
    std::swap(buffer_, other.buffer_);
    return *this;
  }
  ~BufferPtr() {
    if (buffer_ != nullptr && buffer_->references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      delete buffer_;
    }
  }

  Buffer* operator->() const noexcept { return buffer_; }
  explicit operator bool() const noexcept { return buffer_ != nullptr; }

 private:
  Buffer* buffer_ = nullptr;
};

}  // namespace track::detail
