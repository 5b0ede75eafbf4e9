// The C library's allocation functions, in front of those of the next allocator.

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "adapters/heap/bootstrap.hpp"
#include "adapters/heap/next_allocator.hpp"
#include "adapters/heap/reporter.hpp"

namespace {

namespace heap = tensorleak::heap;
using heap::NextAllocator;

constexpr std::size_t kUsualAlignment = alignof(std::max_align_t);

std::size_t page_size() noexcept {
  return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// Calls the next allocator and tells of the block; while that is being looked for, gives one of
/// the bootstrap's. `allocate(next)` makes a block of `bytes`.
template <class Allocate>
[[gnu::always_inline]] inline void* make(const char* op, std::size_t bytes, std::size_t alignment,
                                         Allocate allocate) noexcept {
  const NextAllocator* const next = heap::next_allocator();
  if (next == nullptr) return heap::bootstrap_allocate(bytes, alignment);
  void* const block = allocate(*next);
  heap::tell_created(block, bytes, op);
  return block;
}

/// A block of the bootstrap moves into the allocator; it itself stays where it is, unused.
void* leave_bootstrap(const NextAllocator* next, const void* block, std::size_t size) noexcept {
  void* const moved =
      next == nullptr ? heap::bootstrap_allocate(size, kUsualAlignment) : next->malloc(size);
  const std::size_t before = heap::bootstrap_size(block);
  if (moved != nullptr) std::memcpy(moved, block, before < size ? before : size);
  return moved;
}

/// A realloc is an end and a beginning, wherever the block comes to lie. The end is told before the
/// call: during it the old address can go to another thread, whose block must not be taken for this
/// one. Nobody can be given the address in between, since up to the call the block is ours. Where
/// the call fails, the block has been ours all along, so it can be told of anew; it then carries
/// the stack of the attempt, and the bytes that it can hold, since those asked for are not known
/// here.
[[gnu::always_inline]] inline void* resize(void* block, std::size_t size, const char* op) noexcept {
  const NextAllocator* const next = heap::next_allocator();
  if (heap::is_bootstrap(block)) return leave_bootstrap(next, block, size);
  if (next == nullptr) return heap::bootstrap_allocate(size, kUsualAlignment);
  if (block != nullptr) heap::tell_disposed(block);
  void* const moved = next->realloc(block, size);
  if (moved != nullptr) {
    heap::tell_created(moved, size, op);
  } else if (block != nullptr && size != 0) {
    const bool is_measured = next->usable_size != nullptr;
    heap::tell_created(block, is_measured ? next->usable_size(block) : 0, op);
  }
  return moved;
}

}  // namespace

extern "C" {

#pragma GCC visibility push(default)

// The C library's own names for these parameters are reserved ones.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)

void* malloc(std::size_t size) noexcept {
  return make("malloc", size, kUsualAlignment,
              [=](const NextAllocator& next) { return next.malloc(size); });
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  std::size_t bytes = 0;
  // The next allocator refuses what does not fit, in its own way.
  if (__builtin_mul_overflow(count, size, &bytes)) bytes = SIZE_MAX;
  return make("calloc", bytes, kUsualAlignment,
              [=](const NextAllocator& next) { return next.calloc(count, size); });
}

void* realloc(void* block, std::size_t size) noexcept {
  return resize(block, size, "realloc");
}

void* reallocarray(void* block, std::size_t count, std::size_t size) noexcept {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return resize(block, bytes, "reallocarray");
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return make("aligned_alloc", size, alignment,
              [=](const NextAllocator& next) { return next.aligned_alloc(alignment, size); });
}

int posix_memalign(void** block, std::size_t alignment, std::size_t size) noexcept {
  const NextAllocator* const next = heap::next_allocator();
  if (next == nullptr) {
    *block = heap::bootstrap_allocate(size, alignment);
    return *block == nullptr ? ENOMEM : 0;
  }
  const int error = next->posix_memalign(block, alignment, size);
  heap::tell_created(error == 0 ? *block : nullptr, size, "posix_memalign");
  return error;
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  return make("memalign", size, alignment,
              [=](const NextAllocator& next) { return next.memalign(alignment, size); });
}

void* valloc(std::size_t size) noexcept {
  return make("valloc", size, page_size(),
              [=](const NextAllocator& next) { return next.valloc(size); });
}

void* pvalloc(std::size_t size) noexcept {
  // Not the next pvalloc: an allocator that has none leaves it to the C library, whose block it
  // could not free.
  const std::size_t page = page_size();
  const std::size_t pages = size == 0 ? 1 : size / page + (size % page != 0 ? 1 : 0);
  std::size_t whole = 0;
  if (__builtin_mul_overflow(pages, page, &whole)) whole = SIZE_MAX;
  return make("pvalloc", size, page,
              [=](const NextAllocator& next) { return next.memalign(page, whole); });
}

void free(void* block) noexcept {
  if (block == nullptr || heap::is_bootstrap(block)) return;
  const NextAllocator* const next = heap::next_allocator();
  // While the allocator is being looked for there is no block but the bootstrap's.
  if (next == nullptr) return;
  heap::tell_disposed(block);
  next->free(block);
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)

#pragma GCC visibility pop

}  // extern "C"
