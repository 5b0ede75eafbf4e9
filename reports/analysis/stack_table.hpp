// The stacks of a run, kept small: most stacks share most of their functions and files.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "libtrack/trace/event.hpp"
#include "reports/analysis/findings.hpp"
#include "reports/analysis/frame_owner.hpp"
#include "reports/analysis/interner.hpp"

namespace tensorleak::analysis {

class StackTable {
 public:
  StackTable() : stacks_(1) {}

  /// Keeps the frames. A stack id that is defined again means the new frames from then on.
  void define(const trace::StackDefinition& stack);

  /// The number of a stack; 0, an empty stack, where it is absent or not defined.
  std::uint32_t number(std::optional<trace::StackId> id) const;

  bool is_defined(trace::StackId id) const { return numbers_.contains(id); }

  /// The stack's frames, innermost first.
  std::vector<Frame> frames(std::uint32_t number, const FrameOwner& owners) const;

  std::size_t size() const { return stacks_.size(); }

 private:
  struct CompactFrame {
    std::uint32_t function = 0;
    std::uint32_t file = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
  };

  StringInterner strings_;
  std::vector<std::vector<CompactFrame>> stacks_;  ///< [0] is the empty stack
  tsl::robin_map<trace::StackId, std::uint32_t> numbers_;
};

}  // namespace tensorleak::analysis
