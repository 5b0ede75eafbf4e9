#include "reports/analysis/frames/frame_marker.hpp"

#include <algorithm>
#include <utility>

#include "reports/analysis/frames/time_of.hpp"

namespace tensorleak::analysis {
namespace {

bool is_of_run(const FrameRule& rule, Symbol symbol) {
  return std::ranges::find(rule.run, symbol) != rule.run.end();
}

}  // namespace

void FrameMarker::before(const trace::Event& event, const Mark& mark) {
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
    on(*alloc, mark);
  } else if (const auto* free = std::get_if<trace::Free>(&event)) {
    on(*free, mark);
  } else if (const auto* use = std::get_if<trace::Use>(&event)) {
    on(*use, mark);
  } else if (const auto* scope = std::get_if<trace::ScopeBegin>(&event)) {
    if (!plan_.scope.empty() && scope->name == plan_.scope) mark({.time = scope->time});
  }
}

void FrameMarker::on(const trace::Alloc& alloc, const Mark& mark) {
  if (plan_.rules.empty()) return;
  const Symbol made = symbols_.of(alloc);
  for (std::size_t i = 0; i < plan_.rules.size(); ++i) {
    const FrameRule& rule = plan_.rules[i];
    if (rule.thread != alloc.thread || CreationSymbols::is_read(rule.marker)) continue;
    const auto same = rule.same_places.find(made);
    const Symbol symbol = same == rule.same_places.end() ? made : same->second;
    if (on_symbol(i, symbol)) mark({.lane = rule.lane, .time = alloc.time});
    if (rule.begins_with_disposal && symbol == rule.marker) states_[i].made = alloc.id;
  }
}

void FrameMarker::on(const trace::Use& use, const Mark& mark) {
  if (!has_reads_) return;
  const Symbol symbol = symbols_.of(use);
  for (std::size_t i = 0; i < plan_.rules.size(); ++i) {
    const FrameRule& rule = plan_.rules[i];
    if (CreationSymbols::is_read(rule.marker) && on_symbol(i, symbol))
      mark({.lane = rule.lane, .time = use.time});
  }
}

void FrameMarker::on(const trace::Free& free, const Mark& mark) {
  for (std::size_t i = 0; i < plan_.rules.size(); ++i) {
    if (states_[i].made != free.id) continue;
    states_[i].made.reset();
    states_[i].is_begun = true;
    mark({.lane = plan_.rules[i].lane, .time = free.time});
  }
}

bool FrameMarker::on_symbol(std::size_t index, Symbol symbol) {
  const FrameRule& rule = plan_.rules[index];
  State& state = states_[index];
  const std::optional<Symbol> before = std::exchange(state.latest, symbol);
  const bool was_marker = before && rule.marker == *before;
  const bool is_marker = rule.marker == symbol && !(before && is_of_run(rule, *before));
  if (rule.ends_turns) return was_marker && !is_marker;
  return is_marker && !std::exchange(state.is_begun, false);
}

void FrameMarker::at_end(trace::Nanoseconds time, const Mark& mark) const {
  for (std::size_t i = 0; i < plan_.rules.size(); ++i) {
    const FrameRule& rule = plan_.rules[i];
    if (rule.ends_whole && !states_[i].is_begun) mark({.lane = rule.lane, .time = time});
  }
}

void FrameMarker::pass_time(trace::Nanoseconds time, const Mark& mark) {
  const std::int64_t slice = plan_.basis.slice;
  while (time - plan_.first_slice >= slices_ * slice) {
    mark({.time = plan_.first_slice + slices_ * slice});
    ++slices_;
  }
}

}  // namespace tensorleak::analysis
