#include "libtrack/trace/event_encoder.hpp"

#include <algorithm>
#include <optional>

namespace tensorleak::trace {
namespace {

/// Beyond these a block is sealed, so that one more event cannot break its bounds.
constexpr std::size_t kManyTexts = kMaxBlockTexts / 2;
constexpr std::size_t kManyKinds = kMaxBlockKinds - 1;

std::uint8_t as_bit(bool value, std::uint8_t bit) {
  return value ? bit : std::uint8_t{0};
}

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
      header_(memory) {
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

bool EventEncoder::encode(const Header& event) {
  if (!header_.empty()) return false;
  set_header(event);
  code(ItemCode::kHeader);
  block_.varint(header_.size());
  block_.bytes(header_);
  return true;
}

bool EventEncoder::encode(const Unknown& event) {
  code(ItemCode::kUnknown);
  block_.text(event.kind.substr(0, kMaxTextSize));
  return true;
}

bool EventEncoder::encode(const End& event) {
  code(ItemCode::kEnd);
  time(event.time);
  return true;
}

bool EventEncoder::encode(const Alloc& event) {
  if (event.shape && event.shape->size() > kMaxRank) {
    Alloc without_shape = event;
    without_shape.shape.reset();
    return encode(without_shape);
  }
  const std::uint64_t hash = BlockKinds::hash_of(event);
  std::uint32_t number = kinds_.find(hash, event, texts_, block_);
  if (number == HashIndex::kAbsent) number = define_kind(hash, event);
  BlockKinds::Kind& kind = kinds_[number];
  const bool same_bytes = kind.last_bytes == event.bytes;
  thread(event.thread);
  code(same_bytes ? ItemCode::kAlloc : ItemCode::kAllocSized);
  kind_column_.varint(number);
  if (!same_bytes) size_column_.varint(event.bytes);
  kind.last_bytes = event.bytes;
  block_.difference(event.id.value, deltas_.allocated);
  deltas_.allocated = deltas_.tensor = event.id.value;
  if (event.buffer) {
    buffer_column_.difference(event.buffer->value, deltas_.buffer);
    deltas_.buffer = event.buffer->value;
  }
  if (event.scope) {
    block_.difference(event.scope->value, deltas_.scope);
    deltas_.scope = event.scope->value;
  }
  time(event.time);
  return true;
}

std::uint32_t EventEncoder::define_kind(std::uint64_t hash, const Alloc& alloc) {
  if (alloc.stack) refer_to_stack(*alloc.stack);
  code(ItemCode::kAllocKind);
  block_.byte(static_cast<std::uint8_t>(as_bit(alloc.shape.has_value(), kKindHasShape) |
                                        as_bit(alloc.stack.has_value(), kKindHasStack) |
                                        as_bit(alloc.buffer.has_value(), kKindHasBuffer) |
                                        as_bit(alloc.scope.has_value(), kKindHasScope)));
  const std::uint32_t op = texts_.refer(alloc.op, block_);
  const std::uint32_t dtype = texts_.refer(alloc.dtype, block_);
  const std::uint32_t device = texts_.refer(alloc.device, block_);
  if (alloc.shape) {
    block_.varint(alloc.shape->size());
    for (const std::uint64_t dimension : *alloc.shape)
      block_.varint(dimension);
  }
  if (alloc.stack) block_.varint(alloc.stack->value);
  block_.byte(alloc.flags.bits());
  return kinds_.add(hash, alloc, op, dtype, device);
}

bool EventEncoder::encode(const Free& event) {
  if (event.stack && event.stack->value != deltas_.stack) refer_to_stack(*event.stack);
  if (event.stack && event.stack->value == 0) refer_to_stack(*event.stack);
  thread(event.thread);
  code(ItemCode::kFree);
  block_.byte(static_cast<std::uint8_t>((static_cast<unsigned>(event.why) & kFreeReasonBits) |
                                        as_bit(event.stack.has_value(), kFreeHasStack)));
  tensor(event.id);
  if (event.stack) {
    block_.difference(event.stack->value, deltas_.stack);
    deltas_.stack = event.stack->value;
  }
  time(event.time);
  return true;
}

bool EventEncoder::encode(const Use& event) {
  code(ItemCode::kUse);
  tensor(event.id);
  text(event.op);
  time(event.time);
  return true;
}

bool EventEncoder::encode(const Keep& event) {
  code(ItemCode::kKeep);
  tensor(event.id);
  flag_byte(event.value);
  return true;
}

bool EventEncoder::encode(const Name& event) {
  // In full: each tensor has a name of its own, and a table of them would serve nobody.
  code(ItemCode::kName);
  tensor(event.id);
  block_.text(event.text.substr(0, kMaxTextSize));
  return true;
}

bool EventEncoder::encode(const FlagChange& event) {
  code(ItemCode::kFlag);
  tensor(event.id);
  block_.byte(static_cast<std::uint8_t>(event.flag));
  flag_byte(event.value);
  return true;
}

bool EventEncoder::encode(const Lost& event) {
  code(ItemCode::kLost);
  tensor(event.id);
  return true;
}

bool EventEncoder::encode(const ScopeBegin& event) {
  thread(event.thread);
  code(ItemCode::kScopeBegin);
  block_.byte(as_bit(event.parent.has_value(), kScopeHasParent));
  block_.difference(event.id.value, deltas_.scope);
  deltas_.scope = event.id.value;
  if (event.parent) block_.difference(event.parent->value, deltas_.scope);
  text(event.name);
  time(event.time);
  return true;
}

bool EventEncoder::encode(const ScopeEnd& event) {
  thread(event.thread);
  code(ItemCode::kScopeEnd);
  block_.difference(event.id.value, deltas_.scope);
  deltas_.scope = event.id.value;
  time(event.time);
  return true;
}

bool EventEncoder::encode(const FrameMark& event) {
  code(ItemCode::kFrame);
  block_.byte(as_bit(event.number.has_value(), kFrameHasNumber));
  if (event.number) {
    block_.difference(*event.number, deltas_.frame);
    deltas_.frame = *event.number;
  }
  text(event.name);
  text(event.lane);
  time(event.time);
  return true;
}

bool EventEncoder::encode(const Counter& event) {
  code(ItemCode::kCounter);
  const std::array counts = {event.tensors, event.buffers, event.bytes, event.rss, event.gpu_bytes};
  unsigned has = 0;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i]) has |= 1U << i;
  block_.byte(static_cast<std::uint8_t>(has));
  for (const auto& count : counts)
    if (count) block_.varint(*count);
  std::size_t fitting = 0;
  std::size_t size = 0;
  for (const Resource& resource :
       event.resources.first(std::min(event.resources.size(), kMaxResources))) {
    size += std::min(resource.name.size(), kMaxTextSize);
    if (size > kMaxDefinitionSize) break;
    ++fitting;
  }
  block_.varint(fitting);
  for (const Resource& resource : event.resources.first(fitting)) {
    text(resource.name);
    block_.varint(resource.value);
  }
  time(event.time);
  return true;
}

bool EventEncoder::encode(const ModuleDefinition& event) {
  Definition* definition = definitions_.add(event);
  if (definition == nullptr) return false;
  define(ItemCode::kModule, *definition);
  return true;
}

bool EventEncoder::encode(const StackDefinition& event) {
  Definition* definition = definitions_.add(event);
  if (definition == nullptr) return false;
  define(ItemCode::kStack, *definition);
  return true;
}

bool EventEncoder::encode(const Dropped& event) {
  code(ItemCode::kDropped);
  block_.varint(event.count);
  block_.text(event.why.substr(0, kMaxTextSize));
  return true;
}

void EventEncoder::tensor(TensorId id) {
  tensor_column_.difference(id.value, deltas_.tensor);
  deltas_.tensor = id.value;
}

void EventEncoder::thread(ThreadId id) {
  if (id.value == deltas_.thread) return;
  code(ItemCode::kThread);
  block_.varint(id.value);
  deltas_.thread = id.value;
}

void EventEncoder::time(Nanoseconds time) {
  time_column_.difference(static_cast<std::uint64_t>(time), deltas_.time);
  deltas_.time = static_cast<std::uint64_t>(time);
  first_time_ = has_time_ ? std::min(first_time_, time) : time;
  last_time_ = has_time_ ? std::max(last_time_, time) : time;
  has_time_ = true;
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
