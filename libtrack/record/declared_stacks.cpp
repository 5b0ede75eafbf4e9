#include "libtrack/record/declared_stacks.hpp"

#include <algorithm>
#include <new>

namespace tensorleak::record {

std::uint64_t DeclaredStacks::number_of(std::span<const std::uintptr_t> tokens) noexcept {
  if (tokens.empty()) return kNoStack;
  try {
    stacks_.reserve(stacks_.size() + 1 <= stacks_.capacity() ? 0 : stacks_.capacity() * 2 + 1);
    auto* const copy = stacks_.get_allocator().allocate_object<std::uintptr_t>(tokens.size());
    std::ranges::copy(tokens, copy);
    const auto interned = table_.intern({copy, tokens.size()});
    if (interned.is_new) {
      stacks_.emplace_back(copy, tokens.size());
    } else {
      stacks_.get_allocator().deallocate_object(copy, tokens.size());
    }
    return interned.id.value;
  } catch (const std::bad_alloc&) {
    return kNoStack;
  }
}

std::span<const std::uintptr_t> DeclaredStacks::find(std::uint64_t number) const noexcept {
  if (number == 0 || number > stacks_.size()) return {};
  return stacks_[number - 1];
}

}  // namespace tensorleak::record
