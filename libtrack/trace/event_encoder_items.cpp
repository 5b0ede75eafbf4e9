// One function for each kind of event; docs/trace-format.md has the same items.
#include <algorithm>
#include <array>
#include <optional>

#include "libtrack/trace/event_encoder.hpp"

namespace tensorleak::trace {
namespace {

std::uint8_t as_bit(bool value, std::uint8_t bit) {
  return value ? bit : std::uint8_t{0};
}

}  // namespace

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

bool EventEncoder::encode(const Misuse& event) {
  if (event.stack) refer_to_stack(*event.stack);
  // All of it in its own body: an older reader must find the columns and texts as they would be
  // without it.
  sized_.truncate(0);
  sized_.byte(as_bit(event.stack.has_value(), kMisuseHasStack));
  sized_.text(event.kind.substr(0, kMaxTextSize / 2));
  sized_.text(event.words.substr(0, kMaxTextSize / 2));
  if (event.stack) sized_.varint(event.stack->value);
  sized_.varint(event.thread.value);
  sized_.difference(static_cast<std::uint64_t>(event.time), deltas_.time);
  put_sized(ItemCode::kMisuse);
  return true;
}

bool EventEncoder::encode(const Holder& event) {
  sized_.truncate(0);
  sized_.byte(as_bit(event.members.has_value(), kHolderHasMembers));
  sized_.varint(event.id.value);
  sized_.text(event.by.substr(0, kMaxTextSize / 2));
  sized_.text(event.path.substr(0, kMaxTextSize / 2));
  if (event.members) sized_.varint(*event.members);
  put_sized(ItemCode::kHolder);
  return true;
}

/// An item that older readers pass over, with the body that was put together in `sized_`.
void EventEncoder::put_sized(ItemCode item) {
  code(item);
  block_.varint(sized_.size());
  block_.bytes(sized_.view());
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

}  // namespace tensorleak::trace
