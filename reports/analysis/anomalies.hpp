// Facts about a recording that deserve to be known and stop nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "libtrack/trace/event.hpp"
#include "reports/analysis/findings.hpp"

namespace tensorleak::analysis {

/// Counts anomalies of each kind and remembers where the first was. There are few kinds.
class Anomalies {
 public:
  void note(std::string_view kind, std::uint64_t place);
  const std::vector<Anomaly>& all() const { return all_; }

 private:
  std::vector<Anomaly> all_;
};

/// Remembers ids that were freed of late, in fixed memory: enough to tell a second dispose from
/// the dispose of a tensor that was never seen. An id can be forgotten, none is invented.
class RecentlyFreed {
 public:
  void add(trace::TensorId id) { slot(id) = {id, true}; }
  void remove(trace::TensorId id) {
    if (contains(id)) slot(id).used = false;
  }
  bool contains(trace::TensorId id) const { return slot(id).used && slot(id).id == id; }

 private:
  struct Slot {
    trace::TensorId id;
    bool used = false;
  };
  static constexpr std::size_t kSlots = 1u << 14;

  Slot& slot(trace::TensorId id) { return slots_[std::hash<trace::TensorId>{}(id) % kSlots]; }
  const Slot& slot(trace::TensorId id) const {
    return slots_[std::hash<trace::TensorId>{}(id) % kSlots];
  }

  std::vector<Slot> slots_ = std::vector<Slot>(kSlots);
};

}  // namespace tensorleak::analysis
