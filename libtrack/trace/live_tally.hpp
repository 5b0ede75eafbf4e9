// How many tensors are alive and how many bytes they hold, as the header of each block says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "libtrack/trace/hash_index.hpp"

namespace tensorleak::trace {

/// Follows allocs and frees by id. Frees of ids that are not alive and allocs of ids that are count
/// as nothing and as a replacement. Memory, from one resource, grows with what is alive at once.
class LiveTally {
 public:
  explicit LiveTally(std::pmr::memory_resource* memory) : slots_(kFirstSize, memory) {}

  std::uint64_t tensors() const { return count_; }
  std::uint64_t bytes() const { return bytes_; }

  /// Throws what the memory resource throws, and has then done nothing.
  void add(std::uint64_t id, std::uint64_t bytes) {
    // Fuller than tables usually are: a smaller one stays in the cache.
    if ((count_ + 1) * 4 > slots_.size() * 3) grow();
    Slot& slot = slots_[find(slots_, id)];
    if (slot.is_used()) {
      bytes_ -= slot.bytes;
    } else {
      ++count_;
    }
    slot = {.id = id, .bytes = bytes == kUnused ? bytes - 1 : bytes};
    bytes_ += slot.bytes;
  }

  void remove(std::uint64_t id) {
    std::size_t hole = find(slots_, id);
    if (!slots_[hole].is_used()) return;
    bytes_ -= slots_[hole].bytes;
    --count_;
    // Moves back what linear probing had put behind the hole on account of it.
    for (std::size_t at = next(hole); slots_[at].is_used(); at = next(at)) {
      const std::size_t home = home_of(slots_, slots_[at].id);
      if (((at - home) & mask()) < ((at - hole) & mask())) continue;
      slots_[hole] = slots_[at];
      hole = at;
    }
    slots_[hole].bytes = kUnused;
  }

 private:
  static constexpr std::size_t kFirstSize = 256;

  static constexpr std::uint64_t kUnused = ~std::uint64_t{0};

  struct Slot {
    std::uint64_t id = 0;
    std::uint64_t bytes = kUnused;
    bool is_used() const { return bytes != kUnused; }
  };
  using Slots = std::pmr::vector<Slot>;

  std::size_t mask() const { return slots_.size() - 1; }
  std::size_t next(std::size_t at) const { return (at + 1) & mask(); }

  static std::size_t home_of(const Slots& slots, std::uint64_t id) {
    return static_cast<std::size_t>(mix_hash(0, id)) & (slots.size() - 1);
  }

  static std::size_t find(const Slots& slots, std::uint64_t id) {
    std::size_t at = home_of(slots, id);
    while (slots[at].is_used() && slots[at].id != id)
      at = (at + 1) & (slots.size() - 1);
    return at;
  }

  void grow() {
    Slots larger(slots_.size() * 2, slots_.get_allocator());
    for (const Slot& slot : slots_)
      if (slot.is_used()) larger[find(larger, slot.id)] = slot;
    slots_.swap(larger);
  }

  Slots slots_;
  std::uint64_t count_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace tensorleak::trace
