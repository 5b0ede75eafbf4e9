// Makes the tensors of an event log anew, with libtrack, so that a log is a workload: real buffers
// of the sizes that the program had, made and disposed in its order.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <track/tensor.hpp>

#include "libtrack/trace/event.hpp"

namespace tensorleak::cli {

/// Follows a log event by event. Where this process is recorded, too (docs/environment.md), the
/// recording has the log's tensors and frames. Buffers are not touched, so that large ones need
/// address space and little else. Not safe for use by two threads at once.
class AllocationReplay {
 public:
  AllocationReplay();
  AllocationReplay(const AllocationReplay&) = delete;
  AllocationReplay& operator=(const AllocationReplay&) = delete;
  /// Disposes what is alive.
  ~AllocationReplay();

  void consume(const trace::Event& event);

  /// What a reader of the findings should know: that memory ran out, or that libtrack counts other
  /// than `tensors` and `bytes`, which is what the log has alive at its end. Nothing when all went
  /// well.
  std::optional<std::string> note(std::uint64_t tensors, std::uint64_t bytes) const;

 private:
  void on(const trace::Alloc& alloc);
  void on(const trace::Free& free);
  void on(const trace::Keep& keep);
  void on(const trace::FrameMark& mark);
  /// What says nothing of memory.
  template <class Other>
  void on(const Other&) {}

  track::Tensor make(const trace::Alloc& alloc);
  void dispose(trace::TensorId id);

  struct Made {
    track::Tensor tensor;
    std::optional<trace::BufferId> buffer;
  };
  tsl::robin_map<trace::TensorId, Made> made_;
  /// The live tensors on each buffer that was named, oldest first.
  tsl::robin_map<trace::BufferId, std::vector<trace::TensorId>> on_buffer_;
  std::uint64_t events_ = 0;
  std::uint64_t out_of_memory_at_ = 0;  // the event for which memory did not suffice; 0: none
  std::uint64_t tensors_before_ = 0;    // which libtrack counts already
  std::uint64_t bytes_before_ = 0;
};

}  // namespace tensorleak::cli
