// What a thread captures its stacks with: the best that this build has.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory_resource>
#include <span>
#include <vector>

#include "libtrack/capture/capture.hpp"
#include "libtrack/capture/loaded_code.hpp"
#include "libtrack/capture/seen_stack.hpp"
#ifdef TENSORLEAK_WITH_RULES
#include "libtrack/capture/stack_memo.hpp"
#endif

namespace tensorleak::capture {

#ifdef TENSORLEAK_WITH_RULES
using ThreadCapture = StackMemo;
#else
/// Without a memo: each stack is walked from end to end. Like StackMemo in all else.
class ThreadCapture {
 public:
  ThreadCapture(std::size_t limit, std::pmr::memory_resource* memory)
      : addresses_(std::min(limit, kMaxDepth), memory) {}

  SeenStack capture(AddressRange own) noexcept {
    const Captured captured = best_backend()(addresses_, own);
    const std::span addresses = std::span(addresses_).first(captured.depth);
    return {.addresses = addresses,
            .hash = hash_of_chain(addresses),
            .generation = loader_generation(),
            .truncated = captured.truncated};
  }

  void forget() noexcept {}

 private:
  std::pmr::vector<std::uintptr_t> addresses_;
};
#endif

}  // namespace tensorleak::capture
