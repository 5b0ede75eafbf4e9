#include "adapters/heap/bootstrap.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>

namespace tensorleak::heap {
namespace {

constexpr std::size_t kArenaSize = std::size_t{64} << 10;

alignas(std::max_align_t) constinit std::array<std::byte, kArenaSize> arena{};
constinit std::atomic<std::size_t> used = 0;

/// Where the size stands: right before the block.
constexpr std::size_t kHeader = alignof(std::max_align_t);

}  // namespace

void* bootstrap_allocate(std::size_t size, std::size_t alignment) noexcept {
  if (alignment < kHeader) alignment = kHeader;
  if (size > kArenaSize || alignment > kArenaSize) return nullptr;
  // As much as is needed wherever the arena's next free byte lies.
  const std::size_t taken = (kHeader + alignment + size + kHeader - 1) / kHeader * kHeader;
  const std::size_t begin = used.fetch_add(taken, std::memory_order_relaxed);
  if (begin + taken > kArenaSize) return nullptr;
  const auto base = reinterpret_cast<std::uintptr_t>(arena.data());
  const std::uintptr_t place =
      (base + begin + kHeader + alignment - 1) / alignment * alignment - base;
  std::memcpy(arena.data() + place - kHeader, &size, sizeof size);
  return arena.data() + place;
}

bool is_bootstrap(const void* block) noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  const auto begin = reinterpret_cast<std::uintptr_t>(arena.data());
  return address - begin < kArenaSize;
}

std::size_t bootstrap_size(const void* block) noexcept {
  std::size_t size = 0;
  std::memcpy(&size, static_cast<const std::byte*>(block) - kHeader, sizeof size);
  return size;
}

}  // namespace tensorleak::heap
