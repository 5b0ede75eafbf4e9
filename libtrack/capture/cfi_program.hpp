// Reads unwind tables: the call frame information of .eh_frame (System V ABI for x86-64, 3.7 and
// 4.2.4; DWARF 5, 6.4), as far as the rules that a walk needs.
#pragma once

#include <cstdint>

#include "libtrack/capture/unwind_rule.hpp"

namespace tensorleak::capture {

/// The rule of the frame description entry at `fde` for the instruction at `pc`, in a function that
/// begins at `function`. kOther for whatever the rule cannot express, for entries of signal frames,
/// and for bytes that make no sense. Reads nothing beyond the entry and its CIE.
UnwindRule rule_from_table(const std::uint8_t* fde, std::uintptr_t function,
                           std::uintptr_t pc) noexcept;

}  // namespace tensorleak::capture
