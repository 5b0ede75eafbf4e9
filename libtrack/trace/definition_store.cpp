#include "libtrack/trace/definition_store.hpp"

#include <algorithm>
#include <utility>

#include "libtrack/trace/trace_format.hpp"

namespace tensorleak::trace {
namespace {

/// More than a frame takes beside its two texts.
constexpr std::size_t kFrameOverhead = 64;

void assign(std::pmr::vector<std::byte>& into, std::initializer_list<const ByteBuffer*> parts) {
  std::size_t size = 0;
  for (const ByteBuffer* part : parts)
    size += part->size();
  into.reserve(size);
  for (const ByteBuffer* part : parts)
    into.insert(into.end(), part->view().begin(), part->view().end());
}

std::string_view cut(std::string_view text) {
  return text.substr(0, kMaxTextSize);
}

}  // namespace

DefinitionStore::DefinitionStore(std::pmr::memory_resource* memory)
    : memory_(memory), stacks_(memory), modules_(memory), ranges_(memory), scratch_(memory) {}

Definition* DefinitionStore::find(Table& table, std::uint64_t id) {
  const auto found = table.find(id);
  return found == table.end() ? nullptr : &found->second;
}

Definition* DefinitionStore::add(const ModuleDefinition& module) {
  if (find(modules_, module.id.value) != nullptr) return nullptr;
  ByteBuffer body(memory_);
  body.varint(module.id.value);
  // Half of what a text may have, so that the whole stays within a definition's bound.
  body.text(module.path.substr(0, kMaxTextSize / 2));
  body.text(module.build_id.substr(0, kMaxTextSize / 2));
  body.varint(module.begin);
  body.difference(module.end, module.begin);
  body.difference(module.load_bias, module.begin);
  Definition definition(memory_);
  assign(definition.bytes, {&body});
  ranges_.push_back({module.begin, module.end, module.id});
  return &modules_.try_emplace(module.id.value, std::move(definition)).first->second;
}

std::optional<ModuleId> DefinitionStore::module_at(std::uint64_t address) const {
  // The latest definition counts: an earlier module at the place has been unloaded.
  const auto range = std::find_if(ranges_.rbegin(), ranges_.rend(), [&](const Range& loaded) {
    return loaded.begin <= address && address < loaded.end;
  });
  return range == ranges_.rend() ? std::nullopt : std::optional(range->id);
}

Definition* DefinitionStore::add(const StackDefinition& stack) {
  if (find(stacks_, stack.id.value) != nullptr) return nullptr;
  Definition definition(memory_);
  const std::size_t depth = encode_frames(stack.frames, definition);
  ByteBuffer head(memory_);
  head.varint(stack.id.value);
  head.varint(depth);
  assign(definition.bytes, {&head, &scratch_});
  return &stacks_.try_emplace(stack.id.value, std::move(definition)).first->second;
}

/// Puts the innermost frames that a definition may have into scratch_; returns how many.
std::size_t DefinitionStore::encode_frames(std::span<const StackFrame> frames, Definition& into) {
  scratch_.truncate(0);
  std::size_t depth = 0;
  std::uint64_t last_address = 0;
  for (const StackFrame& frame : frames.first(std::min(frames.size(), kMaxStackDepth))) {
    const std::size_t size = cut(frame.function).size() + cut(frame.file).size() + kFrameOverhead;
    if (scratch_.size() + size > kMaxDefinitionSize - kFrameOverhead) break;
    encode_frame(frame, last_address, into);
    if (frame.address != 0) last_address = frame.address;
    ++depth;
  }
  return depth;
}

void DefinitionStore::encode_frame(const StackFrame& frame, std::uint64_t last_address,
                                   Definition& into) {
  std::optional<ModuleId> module = frame.module;
  if (!module && frame.address != 0) module = module_at(frame.address);
  std::uint8_t has = 0;
  const auto note = [&has](bool is_there, std::uint8_t bit) {
    if (is_there) has = static_cast<std::uint8_t>(has | bit);
  };
  note(!frame.function.empty(), kStackFrameHasFunction);
  note(!frame.file.empty(), kStackFrameHasFile);
  note(frame.line != 0, kStackFrameHasLine);
  note(frame.column != 0, kStackFrameHasColumn);
  note(frame.address != 0, kStackFrameHasAddress);
  note(module.has_value(), kStackFrameHasModule);
  scratch_.byte(has);
  if (!frame.function.empty()) scratch_.text(cut(frame.function));
  if (!frame.file.empty()) scratch_.text(cut(frame.file));
  if (frame.line != 0) scratch_.varint(frame.line);
  if (frame.column != 0) scratch_.varint(frame.column);
  if (frame.address != 0) scratch_.difference(frame.address, last_address);
  if (!module) return;
  scratch_.varint(module->value);
  if (std::ranges::find(into.modules, module->value) == into.modules.end())
    into.modules.push_back(module->value);
}

}  // namespace tensorleak::trace
