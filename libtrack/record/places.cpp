#include "libtrack/record/places.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <new>

namespace tensorleak::record {

std::size_t Places::Hash::operator()(const Place& place) const noexcept {
  const std::uint64_t position = (std::uint64_t{place.line} << 32) | place.column;
  const std::uint64_t file = XXH3_64bits_withSeed(place.file.data(), place.file.size(), position);
  return XXH3_64bits_withSeed(place.function.data(), place.function.size(), file);
}

std::string_view Places::copy_of(std::string_view text) {
  if (text.empty()) return {};
  auto* const copy = places_.get_allocator().allocate_object<char>(text.size());
  std::ranges::copy(text, copy);
  return {copy, text.size()};
}

std::uintptr_t Places::token_of(const Place& place) noexcept {
  try {
    if (const auto known = tokens_.find(place); known != tokens_.end()) return known->second;
    const Place kept = {.function = copy_of(place.function),
                        .file = copy_of(place.file),
                        .line = place.line,
                        .column = place.column};
    places_.push_back(kept);
    const std::uintptr_t token = kMark | places_.size();
    tokens_.emplace(kept, token);
    return token;
  } catch (const std::bad_alloc&) {
    return 0;
  }
}

const Place* Places::find(std::uintptr_t token) const noexcept {
  const std::uintptr_t number = token & ~kMark;
  if ((token & kMark) == 0 || number == 0 || number > places_.size()) return nullptr;
  return &places_[number - 1];
}

}  // namespace tensorleak::record
