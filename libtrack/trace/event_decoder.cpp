#include "libtrack/trace/event_decoder.hpp"

#include <array>

namespace tensorleak::trace {
namespace {

template <class Word>
Word bounded_word(std::uint8_t byte, Word last, Word otherwise) {
  return byte <= static_cast<std::uint8_t>(last) ? static_cast<Word>(byte) : otherwise;
}

}  // namespace

void EventDecoder::start(const ColumnViews& columns) {
  const auto cursor = [&](Column column) {
    return ByteCursor(columns[static_cast<std::size_t>(column)]);
  };
  items_ = cursor(Column::kItems);
  tensors_ = cursor(Column::kTensors);
  times_ = cursor(Column::kTimes);
  kind_numbers_ = cursor(Column::kKinds);
  sizes_ = cursor(Column::kSizes);
  buffers_ = cursor(Column::kBuffers);
  deltas_ = {};
  has_time_ = false;
  texts_.clear();
  kinds_.clear();
  dimensions_.clear();
}

EventDecoder::Step EventDecoder::next(Event& into) {
  for (;;) {
    if (failed()) return Step::kMalformed;
    if (items_.at_end()) return Step::kEnd;
    const auto code = static_cast<ItemCode>(items_.byte());
    const bool is_event = read(code, into);
    if (failed()) return Step::kMalformed;
    if (!is_event) continue;
    const bool again = code >= ItemCode::kHeaderAgain && code <= ItemCode::kStackAgain;
    return again ? Step::kAgain : Step::kEvent;
  }
}

/// Reads one item; false where it is no event. The most frequent kinds come first.
bool EventDecoder::read(ItemCode code, Event& into) {
  switch (code) {
    case ItemCode::kAlloc:
    case ItemCode::kAllocSized:
      read_alloc(code == ItemCode::kAllocSized, into);
      return true;
    case ItemCode::kFree:
      into = read_free();
      return true;
    case ItemCode::kUse: {
      const TensorId id = tensor();
      const std::string_view op = text();
      into = Use{.id = id, .op = op, .time = read_time()};
      return true;
    }
    case ItemCode::kScopeBegin:
      into = read_scope_begin();
      return true;
    case ItemCode::kScopeEnd: {
      const ScopeId id{scope()};
      into = ScopeEnd{.id = id, .thread = {deltas_.thread}, .time = read_time()};
      return true;
    }
    case ItemCode::kThread:
      deltas_.thread = items_.varint();
      return false;
    case ItemCode::kAllocKind:
      read_kind();
      return false;
    default:
      return read_more(code, into);
  }
}

bool EventDecoder::read_more(ItemCode code, Event& into) {
  switch (code) {
    case ItemCode::kKeep: {
      const TensorId id = tensor();
      into = Keep{.id = id, .value = items_.byte() != 0};
      return true;
    }
    case ItemCode::kName: {
      const TensorId id = tensor();
      into = Name{.id = id, .text = items_.text(kMaxTextSize)};
      return true;
    }
    case ItemCode::kFlag: {
      const TensorId id = tensor();
      const auto flag = static_cast<Flag>(items_.byte());
      into = FlagChange{.id = id, .flag = flag, .value = items_.byte() != 0};
      return true;
    }
    case ItemCode::kLost:
      into = Lost{.id = tensor()};
      return true;
    case ItemCode::kFrame:
      into = read_frame();
      return true;
    case ItemCode::kCounter:
      into = read_counter();
      return true;
    case ItemCode::kEnd:
      into = End{.time = read_time()};
      return true;
    case ItemCode::kDropped: {
      const std::uint64_t count = items_.varint();
      into = Dropped{.count = count, .why = items_.text(kMaxTextSize)};
      return true;
    }
    case ItemCode::kUnknown:
      into = Unknown{.kind = items_.text(kMaxTextSize)};
      return true;
    default:
      return read_definition(code, into);
  }
}

void EventDecoder::read_alloc(bool sized, Event& into) {
  const std::size_t number = kind_numbers_.bounded(kMaxBlockKinds);
  if (number >= kinds_.size()) {
    items_.fail();
    return;
  }
  Kind& kind = kinds_[number];
  if (sized) kind.alloc.bytes = sizes_.varint();
  Alloc& alloc = into.emplace<Alloc>(kind.alloc);
  deltas_.allocated = deltas_.tensor = items_.difference(deltas_.allocated);
  alloc.id = {deltas_.tensor};
  if (kind.has_shape)
    alloc.shape = std::span<const std::uint64_t>(dimensions_).subspan(kind.shape_begin, kind.rank);
  if (kind.has_buffer) {
    deltas_.buffer = buffers_.difference(deltas_.buffer);
    alloc.buffer = BufferId{deltas_.buffer};
  }
  if (kind.has_scope) alloc.scope = ScopeId{scope()};
  alloc.thread = {deltas_.thread};
  alloc.time = read_time();
}

void EventDecoder::read_kind() {
  const std::uint8_t has = items_.byte();
  Kind kind;
  kind.has_buffer = (has & kKindHasBuffer) != 0;
  kind.has_scope = (has & kKindHasScope) != 0;
  kind.has_shape = (has & kKindHasShape) != 0;
  kind.alloc.op = text();
  kind.alloc.dtype = text();
  kind.alloc.device = text();
  kind.shape_begin = dimensions_.size();
  if (kind.has_shape) {
    kind.rank = items_.bounded(kMaxRank);
    for (std::size_t i = 0; i < kind.rank; ++i)
      dimensions_.push_back(items_.varint());
  }
  if ((has & kKindHasStack) != 0) kind.alloc.stack = StackId{items_.varint()};
  kind.alloc.flags = Flags(items_.byte());
  if (kinds_.size() == kMaxBlockKinds) items_.fail();
  if (!items_.failed()) kinds_.push_back(kind);
}

Event EventDecoder::read_free() {
  const std::uint8_t what = items_.byte();
  Free event{
      .id = tensor(),
      .why = bounded_word(what & kFreeReasonBits, FreeReason::kCollected, FreeReason::kUnknown),
      .thread = {deltas_.thread}};
  if ((what & kFreeHasStack) != 0) {
    deltas_.stack = items_.difference(deltas_.stack);
    event.stack = StackId{deltas_.stack};
  }
  event.time = read_time();
  return event;
}

Event EventDecoder::read_scope_begin() {
  const std::uint8_t has = items_.byte();
  ScopeBegin event{.id = {scope()}, .thread = {deltas_.thread}};
  if ((has & kScopeHasParent) != 0) event.parent = ScopeId{items_.difference(deltas_.scope)};
  event.name = text();
  event.time = read_time();
  return event;
}

Event EventDecoder::read_frame() {
  FrameMark event;
  if ((items_.byte() & kFrameHasNumber) != 0) {
    deltas_.frame = items_.difference(deltas_.frame);
    event.number = deltas_.frame;
  }
  event.name = text();
  event.lane = text();
  event.time = read_time();
  return event;
}

Event EventDecoder::read_counter() {
  Counter event;
  const unsigned has = items_.byte();
  const std::array counts = {&event.tensors, &event.buffers, &event.bytes, &event.rss,
                             &event.gpu_bytes};
  for (std::size_t i = 0; i < counts.size(); ++i)
    if ((has >> i & 1U) != 0) *counts[i] = items_.varint();
  resources_.clear();
  const std::size_t count = items_.bounded(kMaxResources);
  for (std::size_t i = 0; i < count && !items_.failed(); ++i) {
    const std::string_view name = text();
    resources_.push_back({.name = name, .value = items_.varint()});
  }
  event.resources = resources_;
  event.time = read_time();
  return event;
}

TensorId EventDecoder::tensor() {
  deltas_.tensor = tensors_.difference(deltas_.tensor);
  return {deltas_.tensor};
}

std::uint64_t EventDecoder::scope() {
  deltas_.scope = items_.difference(deltas_.scope);
  return deltas_.scope;
}

Nanoseconds EventDecoder::read_time() {
  deltas_.time = times_.difference(deltas_.time);
  has_time_ = true;
  return time();
}

/// A number of a text that the block has said, or the next number and the text itself.
std::string_view EventDecoder::text() {
  const std::size_t number = items_.bounded(kMaxBlockTexts);
  if (number == 0) return {};
  if (number <= texts_.size()) return texts_[number - 1];
  if (number != texts_.size() + 1) {
    items_.fail();
    return {};
  }
  texts_.push_back(items_.text(kMaxTextSize));
  return texts_.back();
}

}  // namespace tensorleak::trace
