// Captures the stack of the calling thread: one interface, one file per back end.
//
//   std::array<std::uintptr_t, capture::kDefaultDepth> buffer;
//   const capture::Captured stack = capture::best_backend()(buffer, own_range);
//   // buffer[0 .. stack.depth) are return addresses, innermost first
//
// An address is a return address: the call stands before it. Where a signal interrupted a frame,
// the address is one behind the interrupted instruction, so that the same rule finds it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tensorleak::capture {

/// Addresses from `begin` up to, not including, `end`.
struct AddressRange {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;

  constexpr bool is_empty() const { return begin == end; }

  constexpr bool contains(std::uintptr_t address) const {
    return address >= begin && address < end;
  }
};

inline constexpr std::size_t kDefaultDepth = 128;
inline constexpr std::size_t kMaxDepth = 512;

struct Captured {
  std::size_t depth = 0;
  bool truncated = false;  ///< the stack goes on where the buffer ended
};

/// Fills `buffer` with the caller's stack, leaving out the innermost frames that lie in `own`; with
/// an empty range, the first address lies in the function that called the back end. Any thread may
/// call it. Allocates nothing, takes no lock of its own, keeps errno.
using Backend = Captured (*)(std::span<std::uintptr_t> buffer, AddressRange own) noexcept;

/// LLVM libunwind, frame by frame: the ground truth. Linux on x86-64 and aarch64.
Captured capture_with_libunwind(std::span<std::uintptr_t> buffer, AddressRange own) noexcept;

/// The same from the frame whose stack pointer is `sp` or, where there is none, the next above it.
Captured capture_with_libunwind_from(std::uintptr_t sp, std::span<std::uintptr_t> buffer,
                                     AddressRange own) noexcept;

/// The same stack by the rules of its return addresses, which are computed once from the tables
/// that LLVM libunwind finds; by LLVM libunwind itself where a rule cannot say it. Linux on x86-64.
Captured capture_with_rules(std::span<std::uintptr_t> buffer, AddressRange own) noexcept;

/// Captures nothing: where stacks are not wanted, or cannot be had.
Captured capture_nothing(std::span<std::uintptr_t> buffer, AddressRange own) noexcept;

/// The fork's handlers, for a thread that is in no capture: no thread must be asking the loader
/// while the process is copied, since the child would find the loader's lock taken.
void before_fork() noexcept;
void after_fork_in_parent() noexcept;
void after_fork_in_child() noexcept;

/// The best that this build has.
Backend best_backend() noexcept;

}  // namespace tensorleak::capture
