// From the items of one block to events (docs/trace-format.md, "Items").
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "libtrack/trace/byte_cursor.hpp"
#include "libtrack/trace/event.hpp"
#include "libtrack/trace/trace_format.hpp"

namespace tensorleak::trace {

/// Gives out the events of a block one by one. Whatever the bytes are, it stays within them and
/// within the bounds of the format. Not safe for use by two threads at once.
class EventDecoder {
 public:
  enum class Step : std::uint8_t {
    kEvent,
    kAgain,      ///< an event that an earlier block had: a header or a definition
    kEnd,        ///< of the block
    kMalformed,  ///< and so is whatever comes behind
  };

  /// The bytes of the block must stay where they are while the decoder is used.
  void start(const ColumnViews& columns);

  /// Puts the next event into `into`; it is valid until the next call.
  Step next(Event& into);

  /// Time of the last event that had one, in the same block.
  Nanoseconds time() const { return static_cast<Nanoseconds>(deltas_.time); }
  bool has_time() const { return has_time_; }

 private:
  /// What the allocs of one kind have in common.
  struct Kind {
    Alloc alloc;  // but for the shape
    std::size_t shape_begin = 0;
    std::size_t rank = 0;
    bool has_shape = false;
    bool has_buffer = false;
    bool has_scope = false;
  };

  bool read(ItemCode code, Event& into);
  bool read_more(ItemCode code, Event& into);
  bool read_definition(ItemCode code, Event& into);
  bool read_sized(ItemCode code, Event& into);
  void read_alloc(bool sized, Event& into);
  void read_kind();
  Event read_free();
  Event read_scope_begin();
  Event read_frame();
  Event read_counter();
  Event read_header(ByteCursor body);
  Event read_module(ByteCursor body);
  Event read_stack(ByteCursor body);
  Event read_misuse(ByteCursor body);
  Event read_holder(ByteCursor body);
  StackFrame read_stack_frame(ByteCursor& body, std::uint64_t& address);
  ByteCursor body();
  TensorId tensor();
  std::uint64_t scope();
  Nanoseconds read_time();
  std::string_view text();

  bool failed() const {
    return items_.failed() || tensors_.failed() || times_.failed() || kind_numbers_.failed() ||
           sizes_.failed() || buffers_.failed();
  }

  ByteCursor items_;
  ByteCursor tensors_;
  ByteCursor times_;
  ByteCursor kind_numbers_;
  ByteCursor sizes_;
  ByteCursor buffers_;
  DeltaState deltas_;
  bool has_time_ = false;
  std::vector<std::string_view> texts_;
  std::vector<Kind> kinds_;
  std::vector<std::uint64_t> dimensions_;
  std::vector<StackFrame> frames_;
  std::vector<Resource> resources_;
};

}  // namespace tensorleak::trace
