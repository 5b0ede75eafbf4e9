// The stacks of a run, kept small: most stacks share most of their functions and files.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "libtrack/trace/event.hpp"
#include "reports/analysis/find_original.hpp"
#include "reports/analysis/findings.hpp"
#include "reports/analysis/frame_owner.hpp"
#include "reports/analysis/interner.hpp"
#include "reports/analysis/resolve_address.hpp"

namespace tensorleak::analysis {

/// Frames are kept as they were recorded; the names of addresses are looked up each time that a
/// stack's frames are asked for, so that only stacks that matter cost that.
class StackTable {
 public:
  /// Without `resolve` addresses stay numbers, without `find_original` places stay those of
  /// generated code.
  explicit StackTable(ResolveAddress resolve = {}, FindOriginal find_original = {})
      : resolve_(std::move(resolve)),
        find_original_(std::move(find_original)),
        modules_(1),
        stacks_(1) {}

  /// Keeps the frames. A stack id that is defined again means the new frames from then on.
  void define(const trace::StackDefinition& stack);

  /// Keeps the module for stacks that are defined from then on.
  void define(const trace::ModuleDefinition& module);

  /// The number of a stack; 0, an empty stack, where it is absent or not defined.
  std::uint32_t number(std::optional<trace::StackId> id) const;

  bool is_defined(trace::StackId id) const { return numbers_.contains(id); }

  /// Whether frames() has to look up names.
  bool has_addresses(std::uint32_t number) const;

  /// The stack's frames, innermost first.
  std::vector<Frame> frames(std::uint32_t number, const FrameOwner& owners) const;

  std::size_t size() const { return stacks_.size(); }

 private:
  struct NamedFrame {
    std::uint32_t function = 0;
    std::uint32_t file = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
  };
  struct AddressFrame {
    std::uint64_t address = 0;
    std::uint32_t module = 0;
  };
  using CompactFrame = std::variant<NamedFrame, AddressFrame>;

  struct Module {
    std::string path;
    std::string build_id;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t load_bias = 0;
  };

  CompactFrame compact(const trace::StackFrame& frame);
  Frame named(const NamedFrame& frame, const FrameOwner& owners) const;
  void add_resolved(std::vector<Frame>& frames, const AddressFrame& frame,
                    const FrameOwner& owners) const;

  void put_originals(std::vector<Frame>& frames, const FrameOwner& owners) const;

  ResolveAddress resolve_;
  FindOriginal find_original_;
  StringInterner strings_;
  std::vector<Module> modules_;  ///< [0] is no module
  tsl::robin_map<trace::ModuleId, std::uint32_t> module_numbers_;
  std::vector<std::vector<CompactFrame>> stacks_;  ///< [0] is the empty stack
  tsl::robin_map<trace::StackId, std::uint32_t> numbers_;
};

}  // namespace tensorleak::analysis
