// Definitions, and items that this version does not know.
#include "libtrack/trace/event_decoder.hpp"

namespace tensorleak::trace {

bool EventDecoder::read_definition(ItemCode code, Event& into) {
  switch (code) {
    case ItemCode::kHeader:
    case ItemCode::kHeaderAgain:
      into = read_header(body());
      return true;
    case ItemCode::kModule:
    case ItemCode::kModuleAgain:
      into = read_module(body());
      return true;
    case ItemCode::kStack:
    case ItemCode::kStackAgain:
      into = read_stack(body());
      return true;
    default:
      return read_sized(code, into);
  }
}

/// An item of a later version says how long it is.
bool EventDecoder::read_sized(ItemCode code, Event& into) {
  if (code < ItemCode::kFirstSized) {
    items_.fail();
    return false;
  }
  const ByteCursor body(items_.bytes(items_.bounded(kMaxBlockSize)));
  if (code == ItemCode::kMisuse) {
    into = read_misuse(body);
  } else if (code == ItemCode::kHolder) {
    into = read_holder(body);
  } else {
    into = Unknown{.kind = "an event of a later version"};
  }
  return true;
}

Event EventDecoder::read_misuse(ByteCursor body) {
  Misuse event;
  const bool has_stack = (body.byte() & kMisuseHasStack) != 0;
  event.kind = body.text(kMaxTextSize);
  event.words = body.text(kMaxTextSize);
  if (has_stack) event.stack = StackId{body.varint()};
  event.thread = {body.varint()};
  event.time = static_cast<Nanoseconds>(body.difference(deltas_.time));
  if (body.failed()) items_.fail();
  return event;
}

Event EventDecoder::read_holder(ByteCursor body) {
  Holder event;
  const bool has_members = (body.byte() & kHolderHasMembers) != 0;
  event.id = {body.varint()};
  event.by = body.text(kMaxTextSize);
  event.path = body.text(kMaxTextSize);
  if (has_members) event.members = body.varint();
  if (body.failed()) items_.fail();
  return event;
}

/// The bytes of a definition. What a later version appends to it is not looked at.
ByteCursor EventDecoder::body() {
  return ByteCursor(items_.bytes(items_.bounded(kMaxDefinitionSize)));
}

Event EventDecoder::read_header(ByteCursor body) {
  Header event;
  event.version = static_cast<std::uint32_t>(body.varint());
  event.runtime = body.text(kMaxTextSize);
  event.backend = body.text(kMaxTextSize);
  event.program = body.text(kMaxTextSize);
  event.bytes_rule = body.byte() == static_cast<std::uint8_t>(BytesRule::kPerTensor)
                         ? BytesRule::kPerTensor
                         : BytesRule::kPerBuffer;
  event.process = body.varint();
  event.started_late = body.byte() != 0;
  if (body.failed()) items_.fail();
  return event;
}

Event EventDecoder::read_module(ByteCursor body) {
  ModuleDefinition event;
  event.id = {body.varint()};
  event.path = body.text(kMaxTextSize);
  event.build_id = body.text(kMaxTextSize);
  event.begin = body.varint();
  event.end = body.difference(event.begin);
  event.load_bias = body.difference(event.begin);
  if (body.failed()) items_.fail();
  return event;
}

Event EventDecoder::read_stack(ByteCursor body) {
  StackDefinition event{.id = {body.varint()}, .frames = {}};
  const std::size_t depth = body.bounded(kMaxStackDepth);
  frames_.clear();
  std::uint64_t address = 0;
  for (std::size_t i = 0; i < depth && !body.failed(); ++i)
    frames_.push_back(read_stack_frame(body, address));
  event.frames = frames_;
  if (body.failed()) items_.fail();
  return event;
}

StackFrame EventDecoder::read_stack_frame(ByteCursor& body, std::uint64_t& address) {
  StackFrame frame;
  const std::uint8_t has = body.byte();
  if ((has & kStackFrameHasFunction) != 0) frame.function = body.text(kMaxTextSize);
  if ((has & kStackFrameHasFile) != 0) frame.file = body.text(kMaxTextSize);
  if ((has & kStackFrameHasLine) != 0) frame.line = static_cast<std::uint32_t>(body.varint());
  if ((has & kStackFrameHasColumn) != 0) frame.column = static_cast<std::uint32_t>(body.varint());
  if ((has & kStackFrameHasAddress) != 0) {
    address = body.difference(address);
    frame.address = address;
  }
  if ((has & kStackFrameHasModule) != 0) frame.module = ModuleId{body.varint()};
  return frame;
}

}  // namespace tensorleak::trace
