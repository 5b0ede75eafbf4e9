// How to get from one frame to its caller, in eight bytes: what the unwind table of a function
// says for one return address, x86-64.
#pragma once

#include <cstdint>

namespace tensorleak::capture {

/// The canonical frame address (CFA) is the value of rsp in the caller; the return address stands
/// below it. Rules other than these are left to LLVM libunwind.
class UnwindRule {
 public:
  enum class Kind : std::uint8_t {
    kUnset = 0,
    kCfaFromSp,    ///< CFA = rsp + offset
    kCfaFromBp,    ///< CFA = rbp + offset
    kCfaFromSlot,  ///< CFA = *(rbp + offset), of a function that aligns its frame
    kOutermost,    ///< the table says that nobody called
    kNoTable,      ///< the code has no table
    kOther,        ///< something that the above cannot express
  };

  constexpr UnwindRule() = default;
  explicit constexpr UnwindRule(Kind kind, std::int32_t cfa_offset = 0, std::int16_t bp_offset = 0)
      : bits_(static_cast<std::uint32_t>(cfa_offset) |
              (std::uint64_t{static_cast<std::uint16_t>(bp_offset)} << kBpShift) |
              (std::uint64_t{static_cast<std::uint8_t>(kind)} << kKindShift)) {}

  static constexpr UnwindRule from_bits(std::uint64_t bits) {
    UnwindRule rule;
    rule.bits_ = bits;
    return rule;
  }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr Kind kind() const { return static_cast<Kind>((bits_ >> kKindShift) & 0xff); }
  constexpr std::int32_t cfa_offset() const { return static_cast<std::int32_t>(bits_); }

  /// From the CFA to where the caller's rbp is saved; 0: it is in rbp still.
  constexpr std::int16_t bp_offset() const { return static_cast<std::int16_t>(bits_ >> kBpShift); }

  /// The code may be unloaded, and other code take its place.
  constexpr bool is_unloadable() const { return (bits_ & kUnloadable) != 0; }
  constexpr UnwindRule unloadable() const { return from_bits(bits_ | kUnloadable); }

  friend constexpr bool operator==(UnwindRule, UnwindRule) = default;

 private:
  static constexpr unsigned kBpShift = 32;
  static constexpr unsigned kKindShift = 48;
  static constexpr std::uint64_t kUnloadable = std::uint64_t{1} << 56;

  std::uint64_t bits_ = 0;
};

}  // namespace tensorleak::capture
