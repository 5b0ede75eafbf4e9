// Stacks held against LLVM libunwind while a program runs (TENSORLEAK_CAPTURE=check).
#pragma once

#include <atomic>
#include <cstdint>

#include "libtrack/capture/capture.hpp"
#include "libtrack/capture/seen_stack.hpp"

namespace tensorleak::record {

/// Any thread may call it.
class StackCheck {
 public:
  constexpr StackCheck() noexcept = default;

  /// `seen` is what the caller has just captured, without the frames in `own`.
  void compare(const capture::SeenStack& seen, capture::AddressRange own) noexcept;

  /// One line on standard error: how many stacks were compared and how many differ.
  void say_result() const noexcept;

 private:
  std::atomic<std::uint64_t> compared_ = 0;
  std::atomic<std::uint64_t> different_ = 0;
};

}  // namespace tensorleak::record
