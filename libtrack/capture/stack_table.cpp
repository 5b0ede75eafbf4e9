#include "libtrack/capture/stack_table.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <utility>

namespace tensorleak::capture {
namespace {

constexpr std::size_t kFirstSlots = 1024;

/// A stack without frames has no address to point at.
constexpr std::uintptr_t kNoFrames = 0;

const std::uintptr_t* copy_of(std::span<const std::uintptr_t> addresses,
                              std::pmr::memory_resource* memory) {
  if (addresses.empty()) return &kNoFrames;
  auto* const frames = static_cast<std::uintptr_t*>(
      memory->allocate(addresses.size_bytes(), alignof(std::uintptr_t)));
  std::ranges::copy(addresses, frames);
  return frames;
}

}  // namespace

std::uint64_t hash_of_stack(std::span<const std::uintptr_t> addresses) noexcept {
  return XXH3_64bits(addresses.data(), addresses.size_bytes());
}

bool StackTable::holds(const Slot& slot, std::uint64_t hash,
                       std::span<const std::uintptr_t> addresses) noexcept {
  return slot.hash == hash && !slot.forgotten &&
         std::ranges::equal(std::span(slot.frames, slot.depth), addresses);
}

std::size_t StackTable::find(std::uint64_t hash,
                             std::span<const std::uintptr_t> addresses) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  std::size_t place = hash & mask;
  while (slots_[place].frames != nullptr && !holds(slots_[place], hash, addresses)) {
    place = (place + 1) & mask;
  }
  return place;
}

std::size_t StackTable::next_empty(std::uint64_t hash) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  std::size_t place = hash & mask;
  while (slots_[place].frames != nullptr)
    place = (place + 1) & mask;
  return place;
}

StackTable::Interned StackTable::intern(std::span<const std::uintptr_t> addresses) {
  if (used_ * 4 >= slots_.size() * 3) grow();
  const std::uint64_t hash = hash_(addresses);
  Slot& slot = slots_[find(hash, addresses)];
  if (slot.frames != nullptr) return {.id = slot.id, .is_new = false};
  slot = {.hash = hash,
          .frames = copy_of(addresses, slots_.get_allocator().resource()),
          .depth = static_cast<std::uint32_t>(addresses.size()),
          .id = {++last_id_}};
  ++used_;
  return {.id = slot.id, .is_new = true};
}

void StackTable::forget(AddressRange range) noexcept {
  for (Slot& slot : slots_) {
    if (slot.frames == nullptr || slot.forgotten) continue;
    slot.forgotten =
        std::ranges::any_of(std::span(slot.frames, slot.depth),
                            // A call at the very end of a module returns to the address behind it.
                            [&](std::uintptr_t address) { return range.contains(address - 1); });
  }
}

void StackTable::grow() {
  std::pmr::memory_resource* const memory = slots_.get_allocator().resource();
  std::pmr::vector<Slot> old(std::max(kFirstSlots, slots_.size() * 2), memory);
  old.swap(slots_);
  used_ = 0;
  for (const Slot& slot : old) {
    if (slot.frames == nullptr) continue;
    if (!slot.forgotten) {
      slots_[next_empty(slot.hash)] = slot;
      ++used_;
    } else if (slot.depth > 0) {
      memory->deallocate(const_cast<std::uintptr_t*>(slot.frames),
                         slot.depth * sizeof(std::uintptr_t), alignof(std::uintptr_t));
    }
  }
}

}  // namespace tensorleak::capture
