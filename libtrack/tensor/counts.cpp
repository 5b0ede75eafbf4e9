#include "libtrack/tensor/counts.hpp"

#include <atomic>

#include <track/memory.hpp>

namespace track {

namespace {

constinit std::atomic<std::size_t> tensors = 0;
constinit std::atomic<std::size_t> buffers = 0;
constinit std::atomic<std::size_t> total_bytes = 0;

}  // namespace

namespace detail {

void count_buffer_made(std::size_t bytes) noexcept {
  buffers.fetch_add(1, std::memory_order_relaxed);
  total_bytes.fetch_add(bytes, std::memory_order_relaxed);
}

void count_buffer_freed(std::size_t bytes) noexcept {
  buffers.fetch_sub(1, std::memory_order_relaxed);
  total_bytes.fetch_sub(bytes, std::memory_order_relaxed);
}

void count_tensor_made() noexcept {
  tensors.fetch_add(1, std::memory_order_relaxed);
}
void count_tensor_disposed() noexcept {
  tensors.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace detail

Memory memory() noexcept {
  return {.num_tensors = tensors.load(std::memory_order_relaxed),
          .num_buffers = buffers.load(std::memory_order_relaxed),
          .num_bytes = total_bytes.load(std::memory_order_relaxed)};
}

}  // namespace track
