// The recorder's memory: pages from mmap, never from the allocator that a program may track.
//
// Small blocks come in sizes of powers of two from chunks of 1 MiB and are reused through a free
// list for each size; big ones are mappings of their own. Not safe for use by two threads at once.
#pragma once

#include <array>
#include <cstddef>
#include <memory_resource>

namespace tensorleak::record {

class Arena : public std::pmr::memory_resource {
 public:
  enum class Scan : bool { kNo, kByLeakSanitizer };

  /// Hands out at most `limit` bytes and then throws std::bad_alloc. LeakSanitizer takes blocks
  /// for lost that only an mmapped table holds; `scan` shows it this memory. Not for tables of
  /// addresses that belong to the program: they would hide its leaks.
  explicit Arena(std::size_t limit, Scan scan = Scan::kNo) noexcept : limit_(limit), scan_(scan) {}
  /// Gives all chunks back; big blocks that were not deallocated stay mapped.
  ~Arena() override;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// Bytes taken from the system.
  std::size_t used() const { return used_; }
  std::size_t limit() const { return limit_; }

 private:
  struct FreeBlock {
    FreeBlock* next;
  };
  struct Chunk {
    Chunk* next;
    std::size_t padding;  ///< keeps blocks aligned like max_align_t
  };

  static constexpr std::size_t kSmallestShift = 4;
  static constexpr std::size_t kLargestShift = 15;

  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* block, std::size_t bytes, std::size_t alignment) override;
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  void* map(std::size_t bytes);
  void unmap(void* block, std::size_t bytes) noexcept;
  void* carve(std::size_t bytes);

  std::size_t limit_;
  Scan scan_;
  std::size_t used_ = 0;
  Chunk* chunks_ = nullptr;
  std::byte* next_ = nullptr;  ///< what is left of the newest chunk
  std::byte* end_ = nullptr;
  std::array<FreeBlock*, kLargestShift + 1> free_{};
};

}  // namespace tensorleak::record
