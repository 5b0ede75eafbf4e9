// Stacks that a runtime has said in words of its own, each once: an event then names one by a
// number.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "libtrack/capture/stack_table.hpp"

namespace tensorleak::record {

/// Stands for a stack that was not recorded, and must not be captured either.
inline constexpr std::uint64_t kNoStack = ~std::uint64_t{0};

/// Keeps its stacks as long as it lives. Not safe for use by two threads at once.
class DeclaredStacks {
 public:
  explicit DeclaredStacks(std::pmr::memory_resource* memory) : table_(memory), stacks_(memory) {}

  /// The number of this stack of tokens, the same one each time, from 1. kNoStack for an empty one,
  /// and where memory is at its end.
  std::uint64_t number_of(std::span<const std::uintptr_t> tokens) noexcept;

  /// What the number stands for; empty where it is none.
  std::span<const std::uintptr_t> find(std::uint64_t number) const noexcept;

  std::size_t size() const { return stacks_.size(); }

 private:
  capture::StackTable table_;
  std::pmr::vector<std::span<const std::uintptr_t>> stacks_;
};

}  // namespace tensorleak::record
