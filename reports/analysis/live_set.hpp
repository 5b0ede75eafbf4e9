// The tensors that are alive at this moment of a replay, and the buffers they hold.
//
// A buffer's bytes count at its oldest live tensor, its other tensors count 0:
//
//   buffer 7, 64 B    oldest ── tensor 3 (64 B) ── tensor 9 (0 B) ── youngest
//   free 3            oldest ── tensor 9 (64 B) ── youngest
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <optional>

#include "libtrack/trace/event.hpp"
#include "reports/analysis/populations.hpp"

namespace tensorleak::analysis {

/// A moment of a recording: the number of its event (from 1), the marks of all lanes before it, and
/// the time in nanoseconds.
struct Moment {
  std::uint64_t event = 0;
  std::uint64_t mark = 0;
  trace::Nanoseconds time = 0;
};

/// What is known of one live tensor. Marks are of all lanes together; 0 is setup.
struct LiveTensor {
  SiteIndex site = 0;
  bool used = false;
  bool lost = false;
  bool inherited = false;  ///< holds the buffer of an older tensor that is gone; kept by LiveSet
  bool lent = false;       ///< its buffer was given to a variable; kept by LiveSet
  trace::Flags flags;
  std::uint64_t sequence = 0;        ///< order of creation
  std::uint64_t bytes = 0;           ///< as its own alloc said
  std::uint64_t held_bytes = 0;      ///< what counts for it: its buffer's bytes, or 0
  std::uint64_t scope_instance = 0;  ///< the program scope it was made in; 0: none
  std::uint64_t created_mark = 0;    ///< marks before its creation
  std::uint64_t last_use_mark = 0;   ///< marks before its last use
  std::uint64_t lost_mark = 0;       ///< marks before its loss
  trace::Nanoseconds created_time = 0;
  Moment touched;                         ///< its last use; its creation, or an assign, before any
  std::optional<trace::BufferId> buffer;  ///< absent: a buffer of its own

  std::optional<trace::TensorId> older;  ///< its neighbours on the buffer; kept by LiveSet
  std::optional<trace::TensorId> younger;

  /// Whether the runtime knows that a handle is left.
  bool has_handle() const { return !lost && flags.has(trace::Flag::kCounted); }
  /// Whether no other live tensor is on its buffer.
  bool is_alone() const { return !older && !younger; }
};

class LiveSet {
 public:
  /// Reports to `populations` where bytes begin and cease to be held. Keeps the reference.
  explicit LiveSet(Populations& populations) : populations_(populations) {}

  /// Adds a tensor whose id is not alive.
  void insert(trace::TensorId id, const LiveTensor& tensor);

  /// Removes a tensor and returns it as it was; nothing when the id is not alive. Where its buffer
  /// goes with it, its `touched` is when any tensor of that buffer was touched last.
  std::optional<LiveTensor> remove(trace::TensorId id);

  /// The live tensor, or nullptr. Valid until the next insert or remove.
  LiveTensor* find(trace::TensorId id);

  /// When any tensor of the tensor's buffer was touched last, those that are gone included. Takes
  /// time for each live one.
  Moment buffer_touched(const LiveTensor& tensor) const;

  /// Forgets all tensors without reporting to the populations.
  void clear();

  std::uint64_t tensors() const { return tensors_.size(); }
  std::uint64_t buffers() const { return buffers_.size() + unshared_; }
  std::uint64_t held_bytes() const { return held_bytes_; }      ///< a shared buffer once
  std::uint64_t tensor_bytes() const { return tensor_bytes_; }  ///< once for each tensor

  /// Pairs of id and LiveTensor, in no order.
  auto begin() const { return tensors_.begin(); }
  auto end() const { return tensors_.end(); }

 private:
  struct Buffer {
    trace::TensorId oldest;
    trace::TensorId youngest;
    std::uint64_t bytes = 0;
    Moment touched;  ///< the last of those of tensors that are gone
  };

  void link(trace::TensorId id, trace::BufferId buffer_id);
  void unlink(LiveTensor& tensor);
  void lend_to(const LiveTensor& variable);
  void hold(LiveTensor& tensor, std::uint64_t bytes);
  LiveTensor& at(trace::TensorId id) { return tensors_.find(id).value(); }

  Populations& populations_;
  tsl::robin_map<trace::TensorId, LiveTensor> tensors_;
  tsl::robin_map<trace::BufferId, Buffer> buffers_;
  std::uint64_t unshared_ = 0;
  std::uint64_t held_bytes_ = 0;
  std::uint64_t tensor_bytes_ = 0;
};

}  // namespace tensorleak::analysis
