#include "reports/analysis/stack_table.hpp"

namespace tensorleak::analysis {

void StackTable::define(const trace::StackDefinition& stack) {
  std::vector<CompactFrame> frames;
  frames.reserve(stack.frames.size());
  for (const trace::StackFrame& frame : stack.frames) {
    frames.push_back({.function = strings_.intern(frame.function),
                      .file = strings_.intern(frame.file),
                      .line = frame.line,
                      .column = frame.column});
  }
  numbers_[stack.id] = static_cast<std::uint32_t>(stacks_.size());
  stacks_.push_back(std::move(frames));
}

std::uint32_t StackTable::number(std::optional<trace::StackId> id) const {
  if (!id) return 0;
  const auto found = numbers_.find(*id);
  return found == numbers_.end() ? 0 : found->second;
}

std::vector<Frame> StackTable::frames(std::uint32_t number, const FrameOwner& owners) const {
  std::vector<Frame> frames;
  for (const CompactFrame& frame : stacks_[number]) {
    const std::string& function = strings_[frame.function];
    const std::string& file = strings_[frame.file];
    frames.push_back({.function = function,
                      .file = file,
                      .line = frame.line,
                      .column = frame.column,
                      .owner = owners.owner(function, file)});
  }
  return frames;
}

}  // namespace tensorleak::analysis
