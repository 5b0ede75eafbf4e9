#include "libtrack/trace/event_encoder.hpp"

#include <algorithm>
#include <optional>

namespace tensorleak::trace {
namespace {

/// Beyond these a block is sealed, so that one more event cannot break its bounds.
constexpr std::size_t kManyTexts = kMaxBlockTexts / 2;
constexpr std::size_t kManyKinds = kMaxBlockKinds - 1;

}  // namespace

EventEncoder::EventEncoder(DefinitionStore& definitions, std::pmr::memory_resource* memory)
    : definitions_(definitions),
      block_(memory),
      tensor_column_(memory),
      time_column_(memory),
      kind_column_(memory),
      size_column_(memory),
      buffer_column_(memory),
      texts_(memory),
      kinds_(memory),
      header_(memory),
      sized_(memory) {
  // So that they seldom grow: a column can hardly be more than half of a block.
  for (ByteBuffer* column : buffers())
    column->reserve(kBlockSize / 2);
}

ColumnViews EventEncoder::columns() const {
  return {block_.view(),       tensor_column_.view(), time_column_.view(),
          kind_column_.view(), size_column_.view(),   buffer_column_.view()};
}

std::size_t EventEncoder::size() const {
  return block_.size() + tensor_column_.size() + time_column_.size() + kind_column_.size() +
         size_column_.size() + buffer_column_.size();
}

bool EventEncoder::is_full() const {
  // What is said again does not count: else a program with many stacks would get blocks of little
  // else. But it does not grow without a bound.
  return size() - said_again_ >= kBlockSize || size() >= 8 * kBlockSize ||
         texts_.count() >= kManyTexts || kinds_.count() >= kManyKinds;
}

void EventEncoder::start_block() {
  for (ByteBuffer* column : buffers())
    column->truncate(0);
  texts_.clear();
  kinds_.clear();
  deltas_ = {};
  ++block_number_;
  event_count_ = 0;
  said_again_ = 0;
  has_time_ = false;
  first_time_ = 0;
  last_time_ = 0;
  if (header_.empty()) return;
  code(ItemCode::kHeaderAgain);
  block_.varint(header_.size());
  block_.bytes(header_);
}

bool EventEncoder::add(const Event& event) {
  const ColumnViews before = columns();
  try {
    const bool is_new = std::visit([this](const auto& kind) { return encode(kind); }, event);
    if (is_new) ++event_count_;
    return is_new;
  } catch (...) {
    for (std::size_t i = 0; i < kColumns; ++i)
      buffers()[i]->truncate(before[i].size());
    throw;
  }
}

void EventEncoder::set_header(const Header& header) {
  ByteBuffer body(header_.get_allocator().resource());
  body.varint(header.version);
  body.text(header.runtime.substr(0, kMaxTextSize / 2));
  body.text(header.backend.substr(0, kMaxTextSize / 2));
  body.text(header.program.substr(0, kMaxTextSize / 2));
  body.byte(static_cast<std::uint8_t>(header.bytes_rule));
  body.varint(header.process);
  body.byte(header.started_late ? 1 : 0);
  header_.assign(body.view().begin(), body.view().end());
}

/// Writes a definition, after those of the modules that it refers to.
void EventEncoder::define(ItemCode item, Definition& definition) {
  for (const std::uint64_t id : definition.modules) {
    Definition* module = definitions_.find_module(id);
    if (module == nullptr || !is_to_be_said(*module)) continue;
    define(ItemCode::kModuleAgain, *module);
  }
  const std::size_t size_before = block_.size();
  code(item);
  block_.varint(definition.bytes.size());
  block_.bytes(definition.bytes);
  if (item == ItemCode::kModuleAgain || item == ItemCode::kStackAgain)
    said_again_ += block_.size() - size_before;
  definition.said_twice = definition.last_block != 0;
  definition.last_block = block_number_;
}

/// In the first two blocks that refer to it, so that no single lost block loses it; and from time
/// to time, so that several do not lose it for long.
bool EventEncoder::is_to_be_said(const Definition& definition) const {
  if (definition.last_block == block_number_) return false;
  return !definition.said_twice || block_number_ - definition.last_block >= kBlocksUntilSaidAgain;
}

void EventEncoder::refer_to_stack(StackId id) {
  Definition* definition = definitions_.find_stack(id.value);
  if (definition == nullptr || !is_to_be_said(*definition)) return;
  define(ItemCode::kStackAgain, *definition);
}

}  // namespace tensorleak::trace
