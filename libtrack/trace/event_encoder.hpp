// From events to the items of one block (docs/trace-format.md, "Items").
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "libtrack/trace/block_dictionary.hpp"
#include "libtrack/trace/byte_buffer.hpp"
#include "libtrack/trace/definition_store.hpp"
#include "libtrack/trace/event.hpp"
#include "libtrack/trace/trace_format.hpp"

namespace tensorleak::trace {

/// Fills one block after another. Definitions may be shared by the encoders of several streams.
/// Memory comes from one resource; what it throws passes through, and the block is then as it was
/// before the event. Not safe for use by two threads at once.
class EventEncoder {
 public:
  EventEncoder(DefinitionStore& definitions, std::pmr::memory_resource* memory);

  /// What every block after the one with the Header event says again.
  void set_header(const Header& header);

  /// Adds an event to the open block. False where it says nothing new: a second Header, a second
  /// definition of an id.
  bool add(const Event& event);

  /// The open block.
  ColumnViews columns() const;
  std::size_t size() const;
  std::uint32_t event_count() const { return event_count_; }
  Nanoseconds first_time() const { return first_time_; }
  Nanoseconds last_time() const { return last_time_; }

  /// Whether the open block is large enough to be sealed.
  bool is_full() const;

  /// Opens the next block.
  void start_block();

 private:
  bool encode(const Unknown& event);
  bool encode(const Header& event);
  bool encode(const End& event);
  bool encode(const Alloc& event);
  bool encode(const Free& event);
  bool encode(const Use& event);
  bool encode(const Keep& event);
  bool encode(const Name& event);
  bool encode(const FlagChange& event);
  bool encode(const Lost& event);
  bool encode(const ScopeBegin& event);
  bool encode(const ScopeEnd& event);
  bool encode(const FrameMark& event);
  bool encode(const Counter& event);
  bool encode(const ModuleDefinition& event);
  bool encode(const StackDefinition& event);
  bool encode(const Dropped& event);
  bool encode(const Misuse& event);
  bool encode(const Holder& event);

  /// In the order of Column.
  std::array<ByteBuffer*, kColumns> buffers() {
    return {&block_, &tensor_column_, &time_column_, &kind_column_, &size_column_, &buffer_column_};
  }

  void code(ItemCode code) { block_.byte(static_cast<std::uint8_t>(code)); }
  void tensor(TensorId id);
  void text(std::string_view text) { texts_.refer(text, block_); }
  void thread(ThreadId id);
  void time(Nanoseconds time);
  void flag_byte(bool value) { block_.byte(value ? 1 : 0); }
  bool is_to_be_said(const Definition& definition) const;
  void define(ItemCode item, Definition& definition);
  void refer_to_stack(StackId id);
  void put_sized(ItemCode item);
  std::uint32_t define_kind(std::uint64_t hash, const Alloc& alloc);

  DefinitionStore& definitions_;
  ByteBuffer block_;  // its column of items; the others follow
  ByteBuffer tensor_column_;
  ByteBuffer time_column_;
  ByteBuffer kind_column_;
  ByteBuffer size_column_;
  ByteBuffer buffer_column_;
  BlockTexts texts_;
  BlockKinds kinds_;
  DeltaState deltas_;
  std::pmr::vector<std::byte> header_;  // encoded; empty: none yet
  ByteBuffer sized_;                    // the body of an item that older readers pass over
  std::uint64_t block_number_ = 1;
  std::uint32_t event_count_ = 0;
  std::size_t said_again_ = 0;  // bytes of the open block that repeat what earlier blocks have
  bool has_time_ = false;
  Nanoseconds first_time_ = 0;
  Nanoseconds last_time_ = 0;
};

}  // namespace tensorleak::trace
