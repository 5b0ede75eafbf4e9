// Calls that a thread leaves for whoever writes the trace, in the order in which it made them.
//
//   ┌──────┬──────┬──────┬──────┬──────┐   a call takes one slot of 64 bytes, and more for a shape
//   │ call │ call │ …shape, texts│      │   or longer texts; one that does not fit before the end
//   └──────┴──────┴──────┴──────┴──────┘   begins anew at the front
//      ▲ head: the reader's                ▲ tail: the thread's
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory_resource>

#include "libtrack/record/known_stacks.hpp"
#include "libtrack/record/live_table.hpp"
#include "libtrack/record/tensor_info.hpp"
#include "libtrack/record/ticks.hpp"

namespace tensorleak::record {

/// One call, with all that it said: nothing of the caller's memory is referred to.
struct alignas(64) Call {
  enum class Kind : std::uint8_t { kNothing, kCreated, kAssigned, kDisposed, kUsed };

  Ticks ticks;
  std::uint64_t key;
  std::uint64_t bytes;
  std::uint64_t buffer;
  const KnownStack* stack;
  std::uint32_t heap;
  std::uint16_t slots;  ///< that it takes
  Kind kind;
  std::uint8_t detail;  ///< flags, or why
  std::uint8_t rank;    ///< kNoShape: the shape is not known
  std::uint8_t op_size;
  std::uint8_t dtype_size;
  std::uint8_t device_size;
  char texts[12];  ///< op, dtype and device, where nothing stands behind the slot

  static constexpr std::uint8_t kNoShape = 0xff;

  Key tensor() const { return {.heap = heap, .key = key}; }
  /// Of kCreated and kAssigned; refers to the call.
  TensorInfo info() const;
  /// Of kUsed.
  std::string_view op() const { return {tail_begin(), op_size}; }

 private:
  std::size_t shape_size() const { return rank == kNoShape ? 0 : rank * sizeof(std::uint64_t); }
  const char* tail_begin() const { return slots == 1 ? texts : behind(); }
  const char* behind() const { return reinterpret_cast<const char*>(this + 1); }
};
static_assert(sizeof(Call) == 64);

/// One thread puts calls in, one at a time takes them out.
class CallRing {
 public:
  static constexpr std::size_t kSlots = 2048;

  /// Throws std::bad_alloc.
  explicit CallRing(std::pmr::memory_resource* memory);

  enum class Put : std::uint8_t {
    kDone,
    kFull,    ///< for now
    kTooBig,  ///< a ring is not for such calls
  };

  // Of the thread.
  Put created(Ticks ticks, Call::Kind kind, Key tensor, const TensorInfo& info,
              const KnownStack* stack) noexcept;
  Put disposed(Ticks ticks, Key tensor, trace::FreeReason why, const KnownStack* stack) noexcept;
  Put used(Ticks ticks, Key tensor, std::string_view op) noexcept;

  /// Calls since the last time that this was true; whoever reads had better be told.
  bool is_filling() noexcept {
    const std::uint64_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - told_ < kSlots / 4) return false;
    told_ = tail;
    return true;
  }

  /// The calls that were complete when it was made, oldest first. One at a time.
  class Reader {
   public:
    Reader() noexcept = default;
    explicit Reader(CallRing& ring) noexcept
        : ring_(&ring),
          at_(ring.head_.load(std::memory_order_relaxed)),
          end_(ring.tail_.load(std::memory_order_acquire)) {
      skip_nothing();
    }

    /// Null: there are no more.
    const Call* call() const noexcept { return at_ == end_ ? nullptr : &ring_->slot(at_); }
    void next() noexcept {
      at_ += ring_->slot(at_).slots;
      skip_nothing();
    }
    /// Gives the room of those before call() back to the thread.
    void release() noexcept { ring_->head_.store(at_, std::memory_order_release); }

   private:
    void skip_nothing() noexcept {
      while (at_ != end_ && ring_->slot(at_).kind == Call::Kind::kNothing)
        at_ += ring_->slot(at_).slots;
    }

    CallRing* ring_ = nullptr;
    std::uint64_t at_ = 0;
    std::uint64_t end_ = 0;
  };

  bool is_empty() const noexcept {
    return tail_.load(std::memory_order_acquire) == head_.load(std::memory_order_relaxed);
  }
  /// For whoever reads: what is in it is not wanted.
  void clear() noexcept {
    head_.store(tail_.load(std::memory_order_acquire), std::memory_order_release);
  }

 private:
  Call& slot(std::uint64_t number) const noexcept { return slots_[number % kSlots]; }
  Call* reserve(std::size_t slots) noexcept;
  void commit(std::size_t slots) noexcept {
    tail_.store(tail_.load(std::memory_order_relaxed) + slots, std::memory_order_release);
  }

  Call* slots_;
  alignas(64) std::atomic<std::uint64_t> tail_ = 0;
  std::uint64_t seen_head_ = 0;  ///< the thread's last look at it
  std::uint64_t told_ = 0;
  alignas(64) std::atomic<std::uint64_t> head_ = 0;
};

}  // namespace tensorleak::record
