#include "reports/analysis/stack_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tensorleak::analysis {
namespace {

/// "a", "new a" or "Model.a" → with the name that the author gave to a. Only where the caller's
/// code names it as the frame does: between the two may be calls of the language that nobody
/// recorded.
void rename(std::string& function, const OriginalPlace& call) {
  const std::string& generated = call.generated_name;
  if (generated.empty() || call.original_name.empty() || !function.ends_with(generated)) return;
  const std::size_t begin = function.size() - generated.size();
  if (begin > 0 && function[begin - 1] != ' ' && function[begin - 1] != '.') return;
  function.replace(begin, generated.size(), call.original_name);
}

}  // namespace

void StackTable::define(const trace::StackDefinition& stack) {
  std::vector<CompactFrame> frames;
  frames.reserve(stack.frames.size());
  for (const trace::StackFrame& frame : stack.frames)
    frames.push_back(compact(frame));
  numbers_[stack.id] = static_cast<std::uint32_t>(stacks_.size());
  stacks_.push_back(std::move(frames));
}

void StackTable::define(const trace::ModuleDefinition& module) {
  module_numbers_[module.id] = static_cast<std::uint32_t>(modules_.size());
  modules_.push_back({.path = std::string(module.path),
                      .build_id = std::string(module.build_id),
                      .begin = module.begin,
                      .end = module.end,
                      .load_bias = module.load_bias});
}

StackTable::CompactFrame StackTable::compact(const trace::StackFrame& frame) {
  const bool has_names = !frame.function.empty() || !frame.file.empty();
  if (has_names || frame.address == 0) {
    return NamedFrame{.function = strings_.intern(frame.function),
                      .file = strings_.intern(frame.file),
                      .line = frame.line,
                      .column = frame.column};
  }
  AddressFrame address{.address = frame.address};
  if (frame.module) {
    const auto found = module_numbers_.find(*frame.module);
    if (found != module_numbers_.end()) address.module = found->second;
  }
  return address;
}

std::uint32_t StackTable::number(std::optional<trace::StackId> id) const {
  if (!id) return 0;
  const auto found = numbers_.find(*id);
  return found == numbers_.end() ? 0 : found->second;
}

bool StackTable::has_addresses(std::uint32_t number) const {
  return std::ranges::any_of(stacks_[number], [](const CompactFrame& frame) {
    return std::holds_alternative<AddressFrame>(frame);
  });
}

std::vector<Frame> StackTable::frames(std::uint32_t number, const FrameOwner& owners) const {
  std::vector<Frame> frames;
  for (const CompactFrame& frame : stacks_[number]) {
    if (const auto* address = std::get_if<AddressFrame>(&frame)) {
      add_resolved(frames, *address, owners);
    } else {
      frames.push_back(named(std::get<NamedFrame>(frame), owners));
    }
  }
  if (find_original_ && !has_addresses(number)) put_originals(frames, owners);
  return frames;
}

/// A map that is read costs more than all else of a report: those of libraries are left alone,
/// which are known by the generated file. What a bundle has taken in is known by the original one.
void StackTable::put_originals(std::vector<Frame>& frames, const FrameOwner& owners) const {
  Frame* inner = nullptr;  // the frame that the one at hand called, if it is an original
  for (Frame& frame : frames) {
    Frame* const called = std::exchange(inner, nullptr);
    if (frame.owner != Owner::kUser) continue;
    const auto original = find_original_(frame.file, frame.line, frame.column);
    if (!original) continue;
    if (called != nullptr) rename(called->function, *original);
    frame.file = original->file;
    frame.line = original->line;
    frame.column = original->column;
    frame.owner = owners.owner(frame.function, frame.file);
    inner = &frame;
  }
}

Frame StackTable::named(const NamedFrame& frame, const FrameOwner& owners) const {
  const std::string& function = strings_[frame.function];
  const std::string& file = strings_[frame.file];
  return {.function = function,
          .file = file,
          .line = frame.line,
          .column = frame.column,
          .owner = owners.owner(function, file)};
}

void StackTable::add_resolved(std::vector<Frame>& frames, const AddressFrame& frame,
                              const FrameOwner& owners) const {
  const Module& module = modules_[frame.module];
  std::vector<trace::StackFrame> resolved;
  if (resolve_ && frame.module != 0) {
    resolved = resolve_({.path = module.path,
                         .build_id = module.build_id,
                         .begin = module.begin,
                         .end = module.end,
                         .load_bias = module.load_bias},
                        frame.address);
  }
  const std::string number = fmt::format("{:#x}", frame.address);
  if (resolved.empty()) resolved.push_back({.function = number});
  for (const trace::StackFrame& found : resolved) {
    frames.push_back({.function = std::string(found.function),
                      .file = found.file.empty() ? module.path : std::string(found.file),
                      .line = found.line,
                      .column = found.column,
                      .owner = owners.owner(found.function, found.file, module.path)});
  }
}

}  // namespace tensorleak::analysis
