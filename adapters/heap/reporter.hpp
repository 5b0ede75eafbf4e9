// Tells libtrack of blocks, as tensors without a shape whose key is their address.
//
// What is told, and by whom:
// - Blocks of TENSORLEAK_HEAP_MIN or more, measured by what the next allocator says a block can
//   hold. It says the same when the block is made and when it goes, so that no table of blocks is
//   needed to know which were told.
// - Each block once, though operator new may call our malloc, and operator delete our free: the
//   outermost call tells. See WithinNew and WithinDelete.
// - Nothing that libtrack itself, or what it calls, allocates: see Telling.
#pragma once

#include <track/track.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "adapters/heap/next_allocator.hpp"

namespace tensorleak::heap {

/// What a thread is in the middle of.
struct Doing {
  bool telling = false;               ///< inside libtrack
  bool making = false;                ///< inside the next allocator's operator new
  const void* deleting = nullptr;     ///< the block that the next operator delete is given
  const void* told_in_new = nullptr;  ///< the last block that was told since operator new began
};

namespace detail {

// Initial-exec: the other models may allocate when a thread first touches the variable.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local Doing doing;

extern constinit std::atomic<track_heap*> heap;  ///< null until the first block that is told
extern constinit std::size_t least;              ///< the threshold; read once `heap` is there

/// Reads the environment and registers the heap; null while the C library is not set up.
track_heap* open_heap() noexcept;

}  // namespace detail

/// While a thread is inside libtrack: whatever is allocated there is no event, and no event that
/// libtrack would count as missed.
class Telling {
 public:
  Telling() noexcept { set(true); }
  ~Telling() { set(false); }
  Telling(const Telling&) = delete;
  Telling& operator=(const Telling&) = delete;

 private:
  // A signal handler that allocates must find the mark where the code says it is.
  static void set(bool value) noexcept {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    detail::doing.telling = value;
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
};

/// While the next operator new runs, which may call our malloc: that one tells nothing, for the
/// block is ours to tell. Where it fails, though, a new-handler may run next, which is the
/// program's code, so `inner_allocation_failed` ends this state; what is told from then on is
/// remembered, and `has_told` says whether the block was among it.
class WithinNew {
 public:
  WithinNew() noexcept : outermost_(!detail::doing.making) {
    if (!outermost_) return;
    detail::doing.making = true;
    detail::doing.told_in_new = nullptr;
  }
  ~WithinNew() {
    if (outermost_) detail::doing.making = false;
  }
  WithinNew(const WithinNew&) = delete;
  WithinNew& operator=(const WithinNew&) = delete;

  static void inner_allocation_failed() noexcept { detail::doing.making = false; }
  static bool has_told(const void* block) noexcept { return detail::doing.told_in_new == block; }

 private:
  bool outermost_;
};

/// While the next operator delete runs, which may call other forms of it and our free with the same
/// block: it was told.
class WithinDelete {
 public:
  explicit WithinDelete(const void* block) noexcept : before_(detail::doing.deleting) {
    detail::doing.deleting = block;
  }
  ~WithinDelete() { detail::doing.deleting = before_; }
  WithinDelete(const WithinDelete&) = delete;
  WithinDelete& operator=(const WithinDelete&) = delete;

 private:
  const void* before_;
};

/// Whether the block is one of those that are told of. It must be alive. Only while Telling: an
/// allocator may allocate to answer.
[[gnu::always_inline]] inline bool is_large(const void* block) noexcept {
  if (detail::least == 0) return true;
  return detail::found.usable_size(const_cast<void*>(block)) >= detail::least;
}

/// The heap to tell of, where this thread is to tell of anything.
[[gnu::always_inline]] inline track_heap* heap_to_tell() noexcept {
  if (detail::doing.telling) return nullptr;
  track_heap* const heap = detail::heap.load(std::memory_order_acquire);
  return heap != nullptr ? heap : detail::open_heap();
}

// The two below are inlined into the program's malloc and its like, so that a stack has one frame
// of this library and not three.

/// The block was made, by `op`, with as many bytes asked for. Null is no block.
[[gnu::always_inline]] inline void tell_created(const void* block, std::size_t bytes,
                                                const char* op) noexcept {
  if (!track_is_active()) return;
  if (block == nullptr) return WithinNew::inner_allocation_failed();
  if (detail::doing.making) return;
  track_heap* const heap = heap_to_tell();
  if (heap == nullptr) return;
  const Telling telling;
  if (!is_large(block)) return;
  track_tensor_info info{};
  info.struct_size = sizeof info;
  info.bytes = bytes;
  info.op = op;
  info.flags = TRACK_FLAG_KEPT;  // no scope disposes it, and nobody knows who still has it
  detail::doing.told_in_new = block;
  track_tensor_created_(heap, reinterpret_cast<std::uintptr_t>(block), &info);
}

/// The block is about to go. Before it does: once the allocator has it, another thread may be given
/// the address and tell of that first.
[[gnu::always_inline]] inline void tell_disposed(const void* block) noexcept {
  if (!track_is_active() || block == detail::doing.deleting) return;
  track_heap* const heap = heap_to_tell();
  if (heap == nullptr) return;
  const Telling telling;
  if (!is_large(block)) return;
  track_tensor_disposed_(heap, reinterpret_cast<std::uintptr_t>(block), TRACK_DISPOSE);
}

}  // namespace tensorleak::heap
