#include "libtrack/trace/block_dictionary.hpp"

#include <algorithm>

#include "libtrack/trace/trace_format.hpp"

namespace tensorleak::trace {

std::uint32_t BlockTexts::refer(std::string_view text, ByteBuffer& block) {
  if (text.empty()) {
    block.varint(0);
    return 0;
  }
  text = text.substr(0, kMaxTextSize);
  const std::uint64_t hash = mix_hash(0, text);
  const std::uint32_t known = index_.find(
      hash, [&](std::uint32_t number) { return text_of(entries_[number], block) == text; });
  if (known != HashIndex::kAbsent) {
    block.varint(known + 1);
    return known + 1;
  }
  const auto number = static_cast<std::uint32_t>(entries_.size());
  block.varint(number + 1);
  block.text(text);
  entries_.push_back({static_cast<std::uint32_t>(block.size() - text.size()),
                      static_cast<std::uint32_t>(text.size())});
  index_.add(hash, number);
  return number + 1;
}

std::string_view BlockTexts::text_of(const Entry& entry, const ByteBuffer& block) const {
  const auto bytes = block.view().subspan(entry.offset, entry.size);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string_view BlockTexts::at(std::uint32_t number, const ByteBuffer& block) const {
  return number == 0 ? std::string_view() : text_of(entries_[number - 1], block);
}

void BlockTexts::clear() {
  entries_.clear();
  index_.clear();
}

std::uint64_t BlockKinds::hash_of(const Alloc& alloc) {
  std::uint64_t hash = mix_hash(0, alloc.op);
  hash = mix_hash(hash, alloc.dtype);
  hash = mix_hash(hash, alloc.device);
  const std::uint64_t rank = alloc.shape ? alloc.shape->size() + 1 : 0;
  hash = mix_hash(hash, alloc.stack ? alloc.stack->value + 1 : 0,
                  (rank << 16) | (std::uint64_t{alloc.flags.bits()} << 2) |
                      (std::uint64_t{alloc.buffer.has_value()} << 1) |
                      std::uint64_t{alloc.scope.has_value()});
  if (!alloc.shape) return hash;
  std::span<const std::uint64_t> shape = *alloc.shape;
  for (; shape.size() >= 2; shape = shape.subspan(2))
    hash = mix_hash(hash, shape[0], shape[1]);
  return shape.empty() ? hash : mix_hash(hash, shape[0]);
}

std::uint32_t BlockKinds::find(std::uint64_t hash, const Alloc& alloc, const BlockTexts& texts,
                               const ByteBuffer& block) const {
  return index_.find(
      hash, [&](std::uint32_t number) { return is_same(kinds_[number], alloc, texts, block); });
}

bool BlockKinds::is_same(const Kind& kind, const Alloc& alloc, const BlockTexts& texts,
                         const ByteBuffer& block) const {
  if (kind.stack != alloc.stack || kind.flags != alloc.flags.bits()) return false;
  if (kind.has_buffer != alloc.buffer.has_value()) return false;
  if (kind.has_scope != alloc.scope.has_value()) return false;
  if (kind.has_shape != alloc.shape.has_value()) return false;
  if (kind.has_shape) {
    const auto shape = std::span(dimensions_).subspan(kind.shape_begin, kind.rank);
    if (!std::ranges::equal(shape, *alloc.shape)) return false;
  }
  return texts.at(kind.op, block) == alloc.op && texts.at(kind.dtype, block) == alloc.dtype &&
         texts.at(kind.device, block) == alloc.device;
}

std::uint32_t BlockKinds::add(std::uint64_t hash, const Alloc& alloc, std::uint32_t op,
                              std::uint32_t dtype, std::uint32_t device) {
  const auto number = static_cast<std::uint32_t>(kinds_.size());
  const auto shape_begin = static_cast<std::uint32_t>(dimensions_.size());
  if (alloc.shape) dimensions_.insert(dimensions_.end(), alloc.shape->begin(), alloc.shape->end());
  kinds_.push_back({.op = op,
                    .dtype = dtype,
                    .device = device,
                    .shape_begin = shape_begin,
                    .rank = static_cast<std::uint32_t>(dimensions_.size() - shape_begin),
                    .has_shape = alloc.shape.has_value(),
                    .has_buffer = alloc.buffer.has_value(),
                    .has_scope = alloc.scope.has_value(),
                    .flags = alloc.flags.bits(),
                    .stack = alloc.stack,
                    .last_bytes = 0});
  index_.add(hash, number);
  return number;
}

void BlockKinds::clear() {
  kinds_.clear();
  dimensions_.clear();
  index_.clear();
}

}  // namespace tensorleak::trace
