// What the open block has said already: texts, and kinds of allocations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <string_view>
#include <vector>

#include "libtrack/trace/byte_buffer.hpp"
#include "libtrack/trace/event.hpp"
#include "libtrack/trace/hash_index.hpp"

namespace tensorleak::trace {

/// Texts of a block: the first time in full, afterwards by number. They are not copied: they stand
/// in the block itself.
class BlockTexts {
 public:
  explicit BlockTexts(std::pmr::memory_resource* memory) : entries_(memory), index_(memory) {}

  /// Writes a reference to `text`, cut to what a text may have, and returns its number.
  std::uint32_t refer(std::string_view text, ByteBuffer& block);

  /// 0 is the empty text.
  std::string_view at(std::uint32_t number, const ByteBuffer& block) const;

  std::size_t count() const { return entries_.size(); }
  void clear();

 private:
  struct Entry {
    std::uint32_t offset;  // in the block
    std::uint32_t size;
  };
  std::string_view text_of(const Entry& entry, const ByteBuffer& block) const;

  std::pmr::vector<Entry> entries_;
  HashIndex index_;
};

/// Kinds of allocations of a block: what the allocs of one site have in common.
class BlockKinds {
 public:
  struct Kind {
    std::uint32_t op = 0;  // numbers of texts
    std::uint32_t dtype = 0;
    std::uint32_t device = 0;
    std::uint32_t shape_begin = 0;
    std::uint32_t rank = 0;
    bool has_shape = false;
    bool has_buffer = false;
    bool has_scope = false;
    std::uint8_t flags = 0;
    std::optional<StackId> stack;
    std::uint64_t last_bytes = 0;
  };

  explicit BlockKinds(std::pmr::memory_resource* memory)
      : kinds_(memory), dimensions_(memory), index_(memory) {}

  static std::uint64_t hash_of(const Alloc& alloc);

  /// The number of the kind of `alloc`, or HashIndex::kAbsent.
  std::uint32_t find(std::uint64_t hash, const Alloc& alloc, const BlockTexts& texts,
                     const ByteBuffer& block) const;

  /// Takes in a kind whose texts are known to the block; returns its number.
  std::uint32_t add(std::uint64_t hash, const Alloc& alloc, std::uint32_t op, std::uint32_t dtype,
                    std::uint32_t device);

  Kind& operator[](std::uint32_t number) { return kinds_[number]; }
  std::size_t count() const { return kinds_.size(); }
  void clear();

 private:
  bool is_same(const Kind& kind, const Alloc& alloc, const BlockTexts& texts,
               const ByteBuffer& block) const;

  std::pmr::vector<Kind> kinds_;
  std::pmr::vector<std::uint64_t> dimensions_;
  HashIndex index_;
};

}  // namespace tensorleak::trace
