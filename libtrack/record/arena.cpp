#include "libtrack/record/arena.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <new>

// Present where LeakSanitizer is; the names are its own.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" {
[[gnu::weak]] void __lsan_register_root_region(const void* begin, std::size_t size);
[[gnu::weak]] void __lsan_unregister_root_region(const void* begin, std::size_t size);
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

namespace tensorleak::record {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;

std::size_t page_size() noexcept {
  static const std::size_t size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

std::size_t whole_pages(std::size_t bytes) {
  const std::size_t page = page_size();
  if (bytes > SIZE_MAX - page) throw std::bad_alloc();
  return (bytes + page - 1) / page * page;
}

/// Blocks are as large as they are aligned.
std::size_t shift_of(std::size_t bytes, std::size_t alignment, std::size_t smallest) {
  const std::size_t wanted = std::max({bytes, alignment, std::size_t{1} << smallest});
  return static_cast<std::size_t>(std::bit_width(wanted - 1));
}

}  // namespace

Arena::~Arena() {
  while (chunks_ != nullptr) {
    Chunk* const chunk = chunks_;
    chunks_ = chunk->next;
    unmap(chunk, kChunk);
  }
}

void* Arena::do_allocate(std::size_t bytes, std::size_t alignment) {
  const std::size_t largest = std::size_t{1} << kLargestShift;
  if (bytes > largest || alignment > alignof(std::max_align_t)) {
    if (alignment > page_size()) throw std::bad_alloc();
    return map(whole_pages(bytes));
  }
  const std::size_t shift = shift_of(bytes, alignment, kSmallestShift);
  if (FreeBlock* const block = free_[shift]) {
    free_[shift] = block->next;
    return block;
  }
  return carve(std::size_t{1} << shift);
}

void Arena::do_deallocate(void* block, std::size_t bytes, std::size_t alignment) {
  const std::size_t largest = std::size_t{1} << kLargestShift;
  if (bytes > largest || alignment > alignof(std::max_align_t)) {
    unmap(block, whole_pages(bytes));
    return;
  }
  const std::size_t shift = shift_of(bytes, alignment, kSmallestShift);
  free_[shift] = new (block) FreeBlock{free_[shift]};
}

void* Arena::carve(std::size_t bytes) {
  if (static_cast<std::size_t>(end_ - next_) < bytes) {
    auto* const chunk = new (map(kChunk)) Chunk{.next = chunks_, .padding = 0};
    chunks_ = chunk;
    next_ = reinterpret_cast<std::byte*>(chunk + 1);
    end_ = reinterpret_cast<std::byte*>(chunk) + kChunk;
  }
  void* const block = next_;
  next_ += bytes;
  return block;
}

void* Arena::map(std::size_t bytes) {
  if (bytes > limit_ - std::min(used_, limit_)) throw std::bad_alloc();
  void* const block =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) throw std::bad_alloc();
  used_ += bytes;
  if (scan_ == Scan::kByLeakSanitizer && __lsan_register_root_region != nullptr) {
    __lsan_register_root_region(block, bytes);
  }
  return block;
}

void Arena::unmap(void* block, std::size_t bytes) noexcept {
  if (scan_ == Scan::kByLeakSanitizer && __lsan_unregister_root_region != nullptr) {
    __lsan_unregister_root_region(block, bytes);
  }
  munmap(block, bytes);
  used_ -= bytes;
}

}  // namespace tensorleak::record
