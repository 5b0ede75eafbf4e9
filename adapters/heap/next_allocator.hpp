// The allocator that the program would have without this library: the next in the loader's order,
// be it the C library's, or one that the program is linked with or preloads.
#pragma once

#include <atomic>
#include <cstddef>
#include <new>

namespace tensorleak::heap {

/// The functions of the next allocator. Only those of operator new and delete may be null, where
/// nothing in the process has them.
struct NextAllocator {
  void* (*malloc)(std::size_t) = nullptr;
  void* (*calloc)(std::size_t, std::size_t) = nullptr;
  void* (*realloc)(void*, std::size_t) = nullptr;
  void (*free)(void*) = nullptr;
  void* (*aligned_alloc)(std::size_t, std::size_t) = nullptr;
  int (*posix_memalign)(void**, std::size_t, std::size_t) = nullptr;
  void* (*memalign)(std::size_t, std::size_t) = nullptr;
  void* (*valloc)(std::size_t) = nullptr;
  /// Null where the allocator has none: another allocator's must not be asked of its blocks.
  std::size_t (*usable_size)(void*) = nullptr;

  void* (*new_one)(std::size_t) = nullptr;
  void* (*new_array)(std::size_t) = nullptr;
  void* (*new_one_nothrow)(std::size_t, const std::nothrow_t&) = nullptr;
  void* (*new_array_nothrow)(std::size_t, const std::nothrow_t&) = nullptr;
  void* (*new_one_aligned)(std::size_t, std::align_val_t) = nullptr;
  void* (*new_array_aligned)(std::size_t, std::align_val_t) = nullptr;
  void* (*new_one_aligned_nothrow)(std::size_t, std::align_val_t, const std::nothrow_t&) = nullptr;
  void* (*new_array_aligned_nothrow)(std::size_t, std::align_val_t,
                                     const std::nothrow_t&) = nullptr;

  void (*delete_one)(void*) = nullptr;
  void (*delete_array)(void*) = nullptr;
  void (*delete_one_nothrow)(void*, const std::nothrow_t&) = nullptr;
  void (*delete_array_nothrow)(void*, const std::nothrow_t&) = nullptr;
  void (*delete_one_sized)(void*, std::size_t) = nullptr;
  void (*delete_array_sized)(void*, std::size_t) = nullptr;
  void (*delete_one_aligned)(void*, std::align_val_t) = nullptr;
  void (*delete_array_aligned)(void*, std::align_val_t) = nullptr;
  void (*delete_one_aligned_nothrow)(void*, std::align_val_t, const std::nothrow_t&) = nullptr;
  void (*delete_array_aligned_nothrow)(void*, std::align_val_t, const std::nothrow_t&) = nullptr;
  void (*delete_one_sized_aligned)(void*, std::size_t, std::align_val_t) = nullptr;
  void (*delete_array_sized_aligned)(void*, std::size_t, std::align_val_t) = nullptr;
};

namespace detail {
extern NextAllocator found;
extern std::atomic<bool> is_found;
bool find_next_allocator() noexcept;
}  // namespace detail

/// The next allocator, looked for at the first call. Null on the thread that is just looking, whose
/// own calls are for bootstrap.hpp. Never null to others, nor twice.
[[gnu::always_inline]] inline const NextAllocator* next_allocator() noexcept {
  const bool there = detail::is_found.load(std::memory_order_acquire);
  if (__builtin_expect(static_cast<long>(there), 1) != 0) return &detail::found;
  return detail::find_next_allocator() ? &detail::found : nullptr;
}

}  // namespace tensorleak::heap
