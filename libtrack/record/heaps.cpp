#include "libtrack/record/heaps.hpp"

#include <algorithm>
#include <new>

namespace tensorleak::record {

track_heap* Heaps::find_or_add(std::string_view name, std::uint32_t flags,
                               std::pmr::memory_resource& memory) noexcept {
  if (name.empty()) return &nameless_;
  for (track_heap* heap = first_; heap != nullptr; heap = heap->next) {
    if (heap->name == name) return heap;
  }
  try {
    std::pmr::polymorphic_allocator<> allocator(&memory);
    auto* const text = allocator.allocate_object<char>(name.size());
    std::ranges::copy(name, text);
    *end_ = allocator.new_object<track_heap>(track_heap{
        .number = ++last_number_, .flags = flags, .name = {text, name.size()}, .next = nullptr});
    track_heap* const added = *end_;
    end_ = &added->next;
    return added;
  } catch (const std::bad_alloc&) {
    return &nameless_;
  }
}

}  // namespace tensorleak::record
