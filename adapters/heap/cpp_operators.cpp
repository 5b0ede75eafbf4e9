// All replaceable forms of operator new and delete, in front of those of the next allocator: of the
// C++ library, or of an allocator that has its own.

#include <cstdlib>
#include <new>

#include "adapters/heap/bootstrap.hpp"
#include "adapters/heap/next_allocator.hpp"
#include "adapters/heap/reporter.hpp"

namespace {

namespace heap = tensorleak::heap;
using heap::NextAllocator;

constexpr const char* kNew = "operator new";
constexpr const char* kNewArray = "operator new[]";

constexpr std::size_t kUsualAlignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

std::size_t alignment_in() {
  return kUsualAlignment;
}
std::size_t alignment_in(const std::nothrow_t& /*unused*/) {
  return kUsualAlignment;
}
template <class... Rest>
std::size_t alignment_in(std::align_val_t alignment, const Rest&... /*unused*/) {
  return static_cast<std::size_t>(alignment);
}

/// Where nothing in the process has operator new. Our own functions tell of the block.
void* new_from_malloc(std::size_t size, std::size_t alignment) {
  if (size == 0) size = 1;  // each block has an address of its own
  for (;;) {
    void* block = nullptr;
    if (alignment <= kUsualAlignment) {
      block = std::malloc(size);  // NOLINT(cppcoreguidelines-no-malloc)
    } else if (posix_memalign(&block, alignment, size) != 0) {
      block = nullptr;
    }
    if (block != nullptr) return block;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

/// As one form of the next operator new makes it. What that throws passes through.
template <class... How>
[[gnu::always_inline]] inline void* make(void* (*NextAllocator::*form)(std::size_t, How...),
                                         const char* op, std::size_t size, How... how) {
  const NextAllocator* const next = heap::next_allocator();
  if (next == nullptr) return heap::bootstrap_allocate(size, alignment_in(how...));
  if (next->*form == nullptr) return new_from_malloc(size, alignment_in(how...));
  void* block = nullptr;
  {
    const heap::WithinNew within;
    block = (next->*form)(size, how...);
  }
  if (!heap::WithinNew::has_told(block)) heap::tell_created(block, size, op);
  return block;
}

/// The same of a form that gives null where there is no memory.
template <class... How>
[[gnu::always_inline]] inline void* try_to_make(void* (*NextAllocator::*form)(std::size_t, How...),
                                                const char* op, std::size_t size,
                                                How... how) noexcept {
  try {
    return make<How...>(form, op, size, how...);
  } catch (const std::bad_alloc&) {
    return nullptr;  // of new_from_malloc
  }
}

template <class... How>
[[gnu::always_inline]] inline void release(void (*NextAllocator::*form)(void*, How...), void* block,
                                           How... how) noexcept {
  if (block == nullptr || heap::is_bootstrap(block)) return;
  const NextAllocator* const next = heap::next_allocator();
  if (next == nullptr) return;
  if (next->*form == nullptr) return std::free(block);  // NOLINT(cppcoreguidelines-no-malloc)
  heap::tell_disposed(block);
  const heap::WithinDelete within(block);
  (next->*form)(block, how...);
}

using Next = NextAllocator;

}  // namespace

void* operator new(std::size_t size) {
  return make(&Next::new_one, kNew, size);
}

void* operator new[](std::size_t size) {
  return make(&Next::new_array, kNewArray, size);
}

void* operator new(std::size_t size, const std::nothrow_t& tag) noexcept {
  return try_to_make<const std::nothrow_t&>(&Next::new_one_nothrow, kNew, size, tag);
}

void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept {
  return try_to_make<const std::nothrow_t&>(&Next::new_array_nothrow, kNewArray, size, tag);
}

void* operator new(std::size_t size, std::align_val_t alignment) {
  return make(&Next::new_one_aligned, kNew, size, alignment);
}

void* operator new[](std::size_t size, std::align_val_t alignment) {
  return make(&Next::new_array_aligned, kNewArray, size, alignment);
}

void* operator new(std::size_t size, std::align_val_t alignment,
                   const std::nothrow_t& tag) noexcept {
  return try_to_make<std::align_val_t, const std::nothrow_t&>(&Next::new_one_aligned_nothrow, kNew,
                                                              size, alignment, tag);
}

void* operator new[](std::size_t size, std::align_val_t alignment,
                     const std::nothrow_t& tag) noexcept {
  return try_to_make<std::align_val_t, const std::nothrow_t&>(&Next::new_array_aligned_nothrow,
                                                              kNewArray, size, alignment, tag);
}

void operator delete(void* block) noexcept {
  release(&Next::delete_one, block);
}

void operator delete[](void* block) noexcept {
  release(&Next::delete_array, block);
}

void operator delete(void* block, const std::nothrow_t& tag) noexcept {
  release<const std::nothrow_t&>(&Next::delete_one_nothrow, block, tag);
}

void operator delete[](void* block, const std::nothrow_t& tag) noexcept {
  release<const std::nothrow_t&>(&Next::delete_array_nothrow, block, tag);
}

void operator delete(void* block, std::size_t size) noexcept {
  release(&Next::delete_one_sized, block, size);
}

void operator delete[](void* block, std::size_t size) noexcept {
  release(&Next::delete_array_sized, block, size);
}

void operator delete(void* block, std::align_val_t alignment) noexcept {
  release(&Next::delete_one_aligned, block, alignment);
}

void operator delete[](void* block, std::align_val_t alignment) noexcept {
  release(&Next::delete_array_aligned, block, alignment);
}

void operator delete(void* block, std::align_val_t alignment, const std::nothrow_t& tag) noexcept {
  release<std::align_val_t, const std::nothrow_t&>(&Next::delete_one_aligned_nothrow, block,
                                                   alignment, tag);
}

void operator delete[](void* block, std::align_val_t alignment,
                       const std::nothrow_t& tag) noexcept {
  release<std::align_val_t, const std::nothrow_t&>(&Next::delete_array_aligned_nothrow, block,
                                                   alignment, tag);
}

void operator delete(void* block, std::size_t size, std::align_val_t alignment) noexcept {
  release(&Next::delete_one_sized_aligned, block, size, alignment);
}

void operator delete[](void* block, std::size_t size, std::align_val_t alignment) noexcept {
  release(&Next::delete_array_sized_aligned, block, size, alignment);
}
