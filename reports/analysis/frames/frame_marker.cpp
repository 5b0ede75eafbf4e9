#include "reports/analysis/frames/frame_marker.hpp"

#include "reports/analysis/frames/time_of.hpp"

namespace tensorleak::analysis {

void FrameMarker::before(const trace::Event& event,
                         const std::function<void(const trace::FrameMark&)>& mark) {
  switch (plan_.basis.source) {
    case FrameSource::kNone:
    case FrameSource::kMarks:
      return;
    case FrameSource::kTime:
      if (const auto time = time_of(event)) pass_time(*time, mark);
      return;
    case FrameSource::kFound:
    case FrameSource::kChosen:
      break;
  }
  if (const auto* stack = std::get_if<trace::StackDefinition>(&event)) {
    symbols_.define(*stack);
  } else if (const auto* alloc = std::get_if<trace::Alloc>(&event)) {
    on_creation(*alloc, mark);
  } else if (const auto* scope = std::get_if<trace::ScopeBegin>(&event)) {
    if (!plan_.scope.empty() && scope->name == plan_.scope) mark({.time = scope->time});
  }
}

void FrameMarker::on_creation(const trace::Alloc& alloc,
                              const std::function<void(const trace::FrameMark&)>& mark) {
  if (plan_.rules.empty()) return;
  const Symbol symbol = symbols_.of(alloc);
  for (std::size_t i = 0; i < plan_.rules.size(); ++i) {
    const FrameRule& rule = plan_.rules[i];
    if (rule.thread != alloc.thread) continue;
    const bool is_marker = rule.marker == symbol;
    if (rule.ends_turns ? is_due_[i] && !is_marker : is_marker) {
      mark({.lane = rule.lane, .time = alloc.time});
      is_due_[i] = false;
    }
    if (is_marker) is_due_[i] = true;
  }
}

void FrameMarker::at_end(trace::Nanoseconds time,
                         const std::function<void(const trace::FrameMark&)>& mark) const {
  for (const FrameRule& rule : plan_.rules) {
    if (rule.ends_whole) mark({.lane = rule.lane, .time = time});
  }
}

void FrameMarker::pass_time(trace::Nanoseconds time,
                            const std::function<void(const trace::FrameMark&)>& mark) {
  const std::int64_t slice = plan_.basis.slice;
  while (time - plan_.first_slice >= slices_ * slice) {
    mark({.time = plan_.first_slice + slices_ * slice});
    ++slices_;
  }
}

}  // namespace tensorleak::analysis
