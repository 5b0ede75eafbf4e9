// Puts frame marks into a recording that is read once more, as a plan says.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "libtrack/trace/event.hpp"
#include "reports/analysis/frames/frame_plan.hpp"

namespace tensorleak::analysis {

class FrameMarker {
 public:
  /// Takes a mark.
  using Mark = std::function<void(const trace::FrameMark&)>;

  explicit FrameMarker(FramePlan plan)
      : plan_(std::move(plan)),
        states_(plan_.rules.size()),
        has_reads_(std::ranges::any_of(plan_.rules, [](const FrameRule& rule) {
          return CreationSymbols::is_read(rule.marker);
        })) {}

  const FrameBasis& basis() const { return plan_.basis; }

  /// Whether the recording's own marks stand.
  bool keeps_marks() const {
    return plan_.basis.source == FrameSource::kMarks || plan_.basis.source == FrameSource::kNone;
  }

  /// Gives `mark` each mark that stands before the event.
  void before(const trace::Event& event, const Mark& mark);

  /// Gives `mark` each mark that stands at the end of the recording, at `time`.
  void at_end(trace::Nanoseconds time, const Mark& mark) const;

 private:
  /// How far the turns of a rule have come.
  struct State {
    std::optional<Symbol> latest;         ///< what its thread made last, or what was read
    std::optional<trace::TensorId> made;  ///< by the marker; for rules that begin with its disposal
    bool is_begun = false;                ///< by a disposal; the marker is still to come
  };

  void on(const trace::Alloc& alloc, const Mark& mark);
  void on(const trace::Use& use, const Mark& mark);
  void on(const trace::Free& free, const Mark& mark);
  /// Whether a turn of the rule begins with a creation on its thread, or with a read.
  bool on_symbol(std::size_t index, Symbol symbol);
  void pass_time(trace::Nanoseconds time, const Mark& mark);

  FramePlan plan_;
  CreationSymbols symbols_;
  std::vector<State> states_;  ///< one for each rule
  bool has_reads_;             ///< whether a rule goes by reads
  std::int64_t slices_ = 0;    ///< whose beginning has been marked
};

}  // namespace tensorleak::analysis
