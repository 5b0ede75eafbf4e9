#include "libtrack/record/stack_check.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string_view>

#include "libtrack/record/diagnostics.hpp"

namespace tensorleak::record {
namespace {

class InWords {
 public:
  explicit InWords(std::uint64_t number) noexcept
      : end_(std::to_chars(digits_.begin(), digits_.end(), number).ptr) {}

  std::string_view view() const { return {digits_.begin(), end_}; }

 private:
  std::array<char, 20> digits_{};
  char* end_;
};

}  // namespace

void StackCheck::compare(const capture::SeenStack& seen, capture::AddressRange own) noexcept {
  std::array<std::uintptr_t, capture::kMaxDepth> buffer{};
  const std::size_t limit = seen.truncated ? seen.addresses.size() : buffer.size();
  const auto truth = capture::capture_with_libunwind(std::span(buffer).first(limit), own);
  compared_.fetch_add(1, std::memory_order_relaxed);
  if (truth.truncated == seen.truncated &&
      std::ranges::equal(std::span(buffer).first(truth.depth), seen.addresses))
    return;
  if (different_.fetch_add(1, std::memory_order_relaxed) > 0) return;
  say({"a stack of ", InWords(seen.addresses.size()).view(), " frames has ",
       InWords(truth.depth).view(), " of LLVM libunwind's"});
}

void StackCheck::say_result() const noexcept {
  say({InWords(compared_.load()).view(), " stacks compared with LLVM libunwind, ",
       InWords(different_.load()).view(), " differ"});
}

}  // namespace tensorleak::record
