// A program's own memory, seen as tensors: for containers, and for tensor classes built on them.
//
// Each allocation is reported as a block in a heap of its own name, keyed by its address: an
// element type, a length, the stack that made it. Nothing is owned by tidy(), nothing is lost, and
// memory() does not count it. The headers need no RTTI; what allocates may throw std::bad_alloc.
#pragma once

#include <track/api.hpp>
#include <track/dtype.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <string>
#include <type_traits>

namespace track {

namespace detail {

/// Reports a block of `count` elements. `dtype` may be null: not an element of tensors.
TRACK_API void block_created(track_heap* heap, const void* block, std::size_t count,
                             std::size_t bytes, const char* dtype) noexcept;

template <class T>
const char* block_dtype() noexcept {
  if constexpr (Element<T>) {
    return dtype_name(kDTypeOf<T>);
  } else {
    return nullptr;
  }
}

inline std::uint64_t key_of(const void* block) noexcept {
  return reinterpret_cast<std::uintptr_t>(block);
}

}  // namespace detail

/// An allocator for standard containers.
///
///     std::vector<float, track::Allocator<float>> samples;                   // heap "allocator"
///     std::vector<float, track::Allocator<float>> cache(track::Allocator<float>("cache"));
///
/// Allocators are equal if they report to the same heap; it goes with the memory on moves and
/// swaps. Threads: as std::allocator. Throws std::bad_alloc.
template <class T>
class Allocator {
 public:
  using value_type = T;
  using is_always_equal = std::false_type;
  // NOLINTBEGIN(readability-identifier-naming): the standard names them
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  // NOLINTEND(readability-identifier-naming)

  Allocator() noexcept : heap_(track_heap_register("allocator", 0)) {}
  /// Reports to the heap of that name. The name is copied.
  explicit Allocator(const char* heap) noexcept : heap_(track_heap_register(heap, 0)) {}
  template <class Other>
  Allocator(const Allocator<Other>& other) noexcept  // NOLINT(google-explicit-constructor)
      : heap_(other.heap()) {}

  T* allocate(std::size_t count) {
    T* block = std::allocator<T>().allocate(count);
    if (track_is_active()) {
      // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer
      detail::block_created(heap_, block, count, count * sizeof(T), detail::block_dtype<T>());
    }
    return block;
  }

  void deallocate(T* block, std::size_t count) noexcept {
    // First, since another thread may get the address as soon as it is free.
    track_tensor_disposed(heap_, detail::key_of(block), TRACK_DISPOSE);
    std::allocator<T>().deallocate(block, count);
  }

  track_heap* heap() const noexcept { return heap_; }

  template <class Other>
  friend bool operator==(const Allocator& left, const Allocator<Other>& right) noexcept {
    return left.heap_ == right.heap();
  }

 private:
  track_heap* heap_;
};

/// A std::pmr::memory_resource that takes memory from another one and reports it.
///
///     track::memory_resource tracked("messages");
///     std::pmr::vector<std::byte> message(&tracked);
///
/// Does not own `upstream`, which must outlive it. Threads: as `upstream`.
class TRACK_API memory_resource final : public std::pmr::memory_resource {
 public:
  explicit memory_resource(const std::string& heap = "memory_resource",
                           std::pmr::memory_resource* upstream = std::pmr::get_default_resource());
  memory_resource(const memory_resource&) = delete;
  memory_resource& operator=(const memory_resource&) = delete;
  ~memory_resource() override;

  std::pmr::memory_resource* upstream() const noexcept { return upstream_; }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* block, std::size_t bytes, std::size_t alignment) override;
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override;

  track_heap* heap_;
  std::pmr::memory_resource* upstream_;
};

}  // namespace track
