// Puts frame marks into a recording that is read once more, as a plan says.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "libtrack/trace/event.hpp"
#include "reports/analysis/frames/frame_plan.hpp"

namespace tensorleak::analysis {

class FrameMarker {
 public:
  explicit FrameMarker(FramePlan plan)
      : plan_(std::move(plan)), is_due_(plan_.rules.size(), false) {}

  const FrameBasis& basis() const { return plan_.basis; }

  /// Whether the recording's own marks stand.
  bool keeps_marks() const {
    return plan_.basis.source == FrameSource::kMarks || plan_.basis.source == FrameSource::kNone;
  }

  /// Gives `mark` each mark that stands before the event.
  void before(const trace::Event& event, const std::function<void(const trace::FrameMark&)>& mark);

  /// Gives `mark` each mark that stands at the end of the recording, at `time`.
  void at_end(trace::Nanoseconds time,
              const std::function<void(const trace::FrameMark&)>& mark) const;

 private:
  void on_creation(const trace::Alloc& alloc,
                   const std::function<void(const trace::FrameMark&)>& mark);
  void pass_time(trace::Nanoseconds time, const std::function<void(const trace::FrameMark&)>& mark);

  FramePlan plan_;
  CreationSymbols symbols_;
  std::vector<bool> is_due_;  ///< of each rule that ends turns: its marker was the last creation
  std::int64_t slices_ = 0;   ///< whose beginning has been marked
};

}  // namespace tensorleak::analysis
