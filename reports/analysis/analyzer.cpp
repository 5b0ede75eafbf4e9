#include "reports/analysis/analyzer.hpp"

#include "reports/analysis/conclude.hpp"
#include "reports/analysis/frames/frame_marker.hpp"
#include "reports/analysis/replay.hpp"
#include "reports/analysis/verdict.hpp"

namespace tensorleak::analysis {

Analyzer::Analyzer(Options options)
    : options_(std::move(options)),
      replay_(std::make_unique<Replay>(options_.resolve_address, options_.find_original)),
      marker_(std::make_unique<FrameMarker>(options_.frame_plan.value_or(FramePlan{}))) {}

Analyzer::~Analyzer() = default;
Analyzer::Analyzer(Analyzer&&) noexcept = default;
Analyzer& Analyzer::operator=(Analyzer&&) noexcept = default;

void Analyzer::consume(const trace::Event& event, std::uint64_t place) {
  if (!marker_->keeps_marks()) {
    marker_->before(event, [&](const trace::FrameMark& mark) { replay_->mark(mark, place); });
    if (std::holds_alternative<trace::FrameMark>(event)) return;
  }
  replay_->consume(event, place);
  if (std::holds_alternative<trace::Dropped>(event)) close_part();
}

void Analyzer::close_part() {
  if (replay_->marks() > 0) {
    Findings part = conclude_part(trace::Ending::kCutStream);
    const bool is_worse =
        !leaking_part_ || part.verdict.leaked_tensors > leaking_part_->verdict.leaked_tensors;
    if (part.verdict.outcome == Outcome::kLeak && is_worse) leaking_part_ = std::move(part);
  }
  replay_->restart();
}

Findings Analyzer::conclude_part(trace::Ending ending) {
  FrameBasis basis = marker_->basis();
  if (marker_->keeps_marks()) {
    basis.source = replay_->marks() > 0 ? FrameSource::kMarks : FrameSource::kNone;
  }
  return conclude(*replay_, options_, basis, ending);
}

Findings Analyzer::finish(trace::Ending ending) {
  if (!marker_->keeps_marks()) {
    marker_->at_end(replay_->latest_time(), [&](const trace::FrameMark& mark) {
      replay_->mark(mark, replay_->totals().events);
    });
  }
  Findings findings = conclude_part(ending);
  if (leaking_part_ && findings.verdict.outcome != Outcome::kLeak) {
    findings.sites = std::move(leaking_part_->sites);
    findings.resources = std::move(leaking_part_->resources);
    findings.lanes = std::move(leaking_part_->lanes);
    findings.verdict = verdict_of(findings, options_.memory_limit);
  }
  return findings;
}

}  // namespace tensorleak::analysis
