// Which tensors are alive: turns a runtime's keys, which may be used again, into ids of the trace.
#pragma once

#include <tsl/robin_map.h>

#include <array>
#include <cstdint>
#include <memory_resource>
#include <optional>

#include "libtrack/trace/ids.hpp"

namespace tensorleak::record {

/// What a runtime calls a tensor, or a buffer.
struct Key {
  std::uint32_t heap = 0;
  std::uint64_t key = 0;

  friend constexpr bool operator==(const Key&, const Key&) = default;
};

/// Not safe for use by two threads at once.
class LiveTable {
 public:
  struct Created {
    trace::TensorId id;
    std::optional<trace::BufferId> buffer;
  };

  explicit LiveTable(std::pmr::memory_resource* memory);

  /// A tensor was made; `buffer` 0 is one of its own. A key that is alive keeps its id. Throws
  /// std::bad_alloc where the memory is at its end, and is then unchanged.
  Created create(Key tensor, std::uint64_t buffer);

  /// Ends the tensor; returns its id if it was alive.
  std::optional<trace::TensorId> dispose(Key tensor);

  /// Ends all tensors of a heap and calls `ended(id)` for each, in no order.
  template <class Ended>
  void clear(std::uint32_t heap, Ended ended) {
    for (auto tensor = tensors_.begin(); tensor != tensors_.end();) {
      if (tensor->first.heap != heap) {
        ++tensor;
        continue;
      }
      ended(tensor->second.id);
      leave_buffer({heap, tensor->second.buffer});
      tensor = tensors_.erase(tensor);
    }
  }

  std::optional<trace::TensorId> find(Key tensor) const;

  /// The id of a tensor that was disposed not long ago and whose key was not used since.
  std::optional<trace::TensorId> recently_disposed(Key tensor) const;

  /// An id that no tensor has or had.
  trace::TensorId fresh_id() { return {++last_tensor_}; }

  std::size_t size() const { return tensors_.size(); }

 private:
  struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept;
  };
  struct Tensor {
    trace::TensorId id;
    std::uint64_t buffer = 0;
  };
  struct Buffer {
    trace::BufferId id;
    std::uint64_t tensors = 0;
  };
  struct Disposed {
    Key key;
    trace::TensorId id;  ///< 0: empty
  };
  template <class Value>
  using Map = tsl::robin_map<Key, Value, KeyHash, std::equal_to<Key>,
                             std::pmr::polymorphic_allocator<std::pair<Key, Value>>>;

  static constexpr std::size_t kRecent = 1024;

  std::optional<trace::BufferId> join_buffer(Key buffer);
  void leave_buffer(Key buffer);

  Map<Tensor> tensors_;
  Map<Buffer> buffers_;
  std::array<Disposed, kRecent> recent_{};
  std::uint64_t last_tensor_ = 0;
  std::uint64_t last_buffer_ = 0;
};

}  // namespace tensorleak::record
