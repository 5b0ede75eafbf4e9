// What a trace defines once and must be able to say again in any block: stacks and modules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <unordered_map>
#include <vector>

#include "libtrack/trace/byte_buffer.hpp"
#include "libtrack/trace/event.hpp"

namespace tensorleak::trace {

/// One definition in its encoded form.
struct Definition {
  explicit Definition(std::pmr::memory_resource* memory) : bytes(memory), modules(memory) {}

  std::pmr::vector<std::byte> bytes;
  std::pmr::vector<std::uint64_t> modules;  ///< that the frames of a stack lie in
  std::uint64_t last_block = 0;             ///< in which it was said; counted from 1
  bool said_twice = false;                  ///< in different blocks
};

/// Keeps the first definition of each id. Memory, from one resource, grows with the definitions;
/// what the resource throws passes through. Not safe for use by two threads at once.
class DefinitionStore {
 public:
  explicit DefinitionStore(std::pmr::memory_resource* memory);

  /// The stored definition, or nullptr where the id was defined before. Addresses that came with no
  /// module get the one that covers them now.
  Definition* add(const StackDefinition& stack);
  Definition* add(const ModuleDefinition& module);

  Definition* find_stack(std::uint64_t id) { return find(stacks_, id); }
  Definition* find_module(std::uint64_t id) { return find(modules_, id); }

 private:
  using Table = std::pmr::unordered_map<std::uint64_t, Definition>;

  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    ModuleId id;
  };

  static Definition* find(Table& table, std::uint64_t id);
  std::optional<ModuleId> module_at(std::uint64_t address) const;
  std::size_t encode_frames(std::span<const StackFrame> frames, Definition& into);
  void encode_frame(const StackFrame& frame, std::uint64_t last_address, Definition& into);

  std::pmr::memory_resource* memory_;
  Table stacks_;
  Table modules_;
  std::pmr::vector<Range> ranges_;  // in the order of their definition
  ByteBuffer scratch_;
};

}  // namespace tensorleak::trace
