// Numbers the places that make tensors, and the operations that read them, the same in every pass
// over a recording.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <optional>

#include "libtrack/trace/event.hpp"
#include "reports/analysis/interner.hpp"

namespace tensorleak::analysis {

/// A place that makes tensors: a stack or, of tensors without one, an operation.
using Symbol = std::uint32_t;

/// Where a run of an inner loop begins, as a symbol of its own beside that of the place.
inline constexpr Symbol kRunHead = 0x40000000U;

constexpr bool is_run_head(Symbol symbol) {
  return (symbol & kRunHead) != 0;
}

/// The place of a symbol, whether it stands for all returns or for the heads of runs.
constexpr Symbol place_of_symbol(Symbol symbol) {
  return symbol & ~kRunHead;
}

/// Gives symbols to creations and to reads. Two passes over the same events give the same symbols.
class CreationSymbols {
 public:
  /// A stack id that is defined again means another stack from then on.
  void define(const trace::StackDefinition& stack) { stacks_[stack.id] = ++definitions_; }

  Symbol of(const trace::Alloc& alloc);
  Symbol of(const trace::Use& use) { return reads_.intern(use.op) | kNoStack | kRead; }

  static bool is_read(Symbol symbol) { return (symbol & kRead) != 0; }

  /// The number that a StackTable gives to the symbol's stack; nothing where it has none.
  static std::optional<std::uint32_t> stack_of(Symbol symbol);
  /// The operation of a symbol that has no stack.
  const std::string& operation_of(Symbol symbol) const {
    return is_read(symbol) ? reads_[symbol & ~(kNoStack | kRead)] : operations_[symbol & ~kNoStack];
  }

 private:
  static constexpr Symbol kNoStack = 0x80000000U;
  static constexpr Symbol kRead = 0x20000000U;

  std::uint32_t definitions_ = 0;
  tsl::robin_map<trace::StackId, std::uint32_t> stacks_;
  StringInterner operations_;
  StringInterner reads_;
};

inline std::optional<std::uint32_t> CreationSymbols::stack_of(Symbol symbol) {
  if ((symbol & kNoStack) != 0) return std::nullopt;
  return symbol;
}

inline Symbol CreationSymbols::of(const trace::Alloc& alloc) {
  if (alloc.stack) {
    const auto found = stacks_.find(*alloc.stack);
    if (found != stacks_.end()) return found->second;
  }
  return operations_.intern(alloc.op) | kNoStack;
}

}  // namespace tensorleak::analysis
