// One step from a frame to its caller, by the rule of its return address. x86-64.
#pragma once

#include <cstdint>

#include "libtrack/capture/rule_cache.hpp"

namespace tensorleak::capture {

/// What a walk knows of a frame: where its call returns to, and its stack pointer and frame pointer
/// once it has returned.
struct Frame {
  std::uintptr_t pc = 0;
  std::uintptr_t sp = 0;
  std::uintptr_t bp = 0;

  friend constexpr bool operator==(const Frame&, const Frame&) = default;
};

/// A word of the stack of the calling thread. Sanitizers know nothing of what lies between the
/// variables of a frame.
[[gnu::always_inline]] inline std::uintptr_t stack_word(std::uintptr_t address) noexcept {
  std::uintptr_t word = 0;
  __asm__("movq %1, %0" : "=r"(word) : "m"(*reinterpret_cast<const std::uintptr_t*>(address)));
  return word;
}

/// The frame that called the function this stands in.
[[gnu::always_inline]] inline Frame calling_frame() noexcept {
  const auto own = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  return {.pc = stack_word(own + 8), .sp = own + 16, .bp = stack_word(own)};
}

/// Steps through the stack of the calling thread, reading only what LLVM libunwind would read.
class Walk {
 public:
  enum class Result : std::uint8_t {
    kCaller,     ///< stepped to the caller
    kOutermost,  ///< nobody called this frame
    kNoTable,    ///< the code of this frame has no table: neither it nor its callers are known
    kLost,       ///< the rule cannot say it: LLVM libunwind has to
  };

  explicit Walk(Frame start) noexcept : frame_(start) {}

  /// Where the walk is.
  const Frame& frame() const { return frame_; }

  /// Whether a rule was followed that holds only until code is unloaded.
  bool met_unloadable() const { return met_unloadable_; }

  /// What the last step to a caller read beside the return address: where the frame pointer of the
  /// caller was saved; 0: it was in its register still.
  std::uintptr_t bp_slot() const { return bp_slot_; }

  /// The last step read its CFA from the stack too.
  bool read_cfa() const { return read_cfa_; }

  Result step() noexcept {
    UnwindRule rule = rule_cache().find(frame_.pc);
    if (rule.is_unloadable() && !met_unloadable_) {
      met_unloadable_ = true;
      if (!rule_cache().refresh()) return Result::kLost;
      rule = rule_cache().find(frame_.pc);
    }
    return follow(rule);
  }

 private:
  Result follow(UnwindRule rule) noexcept {
    using Kind = UnwindRule::Kind;
    const auto at = [](std::uintptr_t base, std::int64_t offset) {
      return base + static_cast<std::uintptr_t>(offset);
    };
    std::uintptr_t cfa = 0;
    bp_slot_ = 0;
    read_cfa_ = false;
    switch (rule.kind()) {
      case Kind::kCfaFromSp:
        cfa = at(frame_.sp, rule.cfa_offset());
        break;
      case Kind::kCfaFromBp:
        cfa = at(frame_.bp, rule.cfa_offset());
        break;
      case Kind::kCfaFromSlot:
        cfa = stack_word(at(frame_.bp, rule.cfa_offset()));
        bp_slot_ = frame_.bp;
        read_cfa_ = true;
        break;
      case Kind::kOutermost:
        return Result::kOutermost;
      case Kind::kNoTable:
        return Result::kNoTable;
      case Kind::kUnset:
      case Kind::kOther:
        return Result::kLost;
    }
    // A stack that does not grow towards its root is none that a table describes.
    if (cfa <= frame_.sp) return Result::kLost;
    if (rule.bp_offset() != 0) bp_slot_ = at(cfa, rule.bp_offset());
    const std::uintptr_t pc = stack_word(cfa - sizeof(std::uintptr_t));
    frame_ = {.pc = pc, .sp = cfa, .bp = bp_slot_ == 0 ? frame_.bp : stack_word(bp_slot_)};
    return pc == 0 ? Result::kOutermost : Result::kCaller;
  }

  Frame frame_;
  std::uintptr_t bp_slot_ = 0;
  bool read_cfa_ = false;
  bool met_unloadable_ = false;
};

}  // namespace tensorleak::capture
