// A table from hashes to numbers of things that are stored elsewhere; hashes of texts and numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <string_view>
#include <vector>

namespace tensorleak::trace {

/// Mixes two numbers into a hash, as wyhash does (github.com/wangyi-fudan/wyhash): one wide
/// product. Not stable across versions: for tables in memory only.
constexpr std::uint64_t mix_hash(std::uint64_t hash, std::uint64_t a, std::uint64_t b = 0) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(hash ^ a ^ 0x9e3779b97f4a7c15u) *
                       (b ^ (hash << 32 | hash >> 32) ^ 0xd6e8feb86659fd93u);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

template <class Word>
std::uint64_t load_word(const char* from) {
  Word word = 0;
  std::memcpy(&word, from, sizeof word);
  return word;
}

/// Texts of up to 16 bytes, nearly all there are, cost one product and no loop.
inline std::uint64_t mix_hash(std::uint64_t hash, std::string_view text) {
  const std::size_t size = text.size();
  const char* at = text.data();
  hash ^= size << 48;
  if (size >= 8) {
    for (; text.size() > 16; text.remove_prefix(16))
      hash = mix_hash(hash, load_word<std::uint64_t>(text.data()),
                      load_word<std::uint64_t>(text.data() + 8));
    // Overlaps what came before where the rest is short.
    const char* end = at + size;
    return mix_hash(hash, load_word<std::uint64_t>(size >= 16 ? end - 16 : at),
                    load_word<std::uint64_t>(end - 8));
  }
  if (size >= 4) {
    return mix_hash(hash, load_word<std::uint32_t>(at), load_word<std::uint32_t>(at + size - 4));
  }
  if (size == 0) return mix_hash(hash, 0);
  return mix_hash(
      hash, load_word<unsigned char>(at),
      load_word<unsigned char>(at + size / 2) << 8 | load_word<unsigned char>(at + size - 1));
}

/// Open addressing with linear probing; grows, and is emptied as a whole. Memory comes from one
/// resource; add() throws what the resource throws and has then done nothing.
class HashIndex {
 public:
  static constexpr std::uint32_t kAbsent = 0xffffffff;

  explicit HashIndex(std::pmr::memory_resource* memory) : slots_(kFirstSize, memory) {}

  /// The number that was added with `hash` and that `is_same` says yes to; else kAbsent.
  template <class IsSame>
  std::uint32_t find(std::uint64_t hash, IsSame is_same) const {
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    for (std::size_t at = tag & mask();; at = (at + 1) & mask()) {
      const Slot& slot = slots_[at];
      if (slot.number_plus_1 == 0) return kAbsent;
      if (slot.tag == tag && is_same(slot.number_plus_1 - 1)) return slot.number_plus_1 - 1;
    }
  }

  void add(std::uint64_t hash, std::uint32_t number) {
    if ((count_ + 1) * 2 > slots_.size()) grow();
    put(slots_, {static_cast<std::uint32_t>(hash >> 32), number + 1});
    ++count_;
  }

  void clear() {
    if (count_ == 0) return;
    std::ranges::fill(slots_, Slot{});
    count_ = 0;
  }

 private:
  static constexpr std::size_t kFirstSize = 256;

  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number_plus_1 = 0;  // 0: empty
  };

  std::size_t mask() const { return slots_.size() - 1; }

  static void put(std::pmr::vector<Slot>& slots, Slot slot) {
    std::size_t at = slot.tag & (slots.size() - 1);
    while (slots[at].number_plus_1 != 0)
      at = (at + 1) & (slots.size() - 1);
    slots[at] = slot;
  }

  void grow() {
    std::pmr::vector<Slot> larger(slots_.size() * 2, slots_.get_allocator());
    for (const Slot& slot : slots_)
      if (slot.number_plus_1 != 0) put(larger, slot);
    slots_.swap(larger);
  }

  std::pmr::vector<Slot> slots_;
  std::size_t count_ = 0;
};

}  // namespace tensorleak::trace
