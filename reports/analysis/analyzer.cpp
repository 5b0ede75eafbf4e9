#include "reports/analysis/analyzer.hpp"

#include "reports/analysis/conclude.hpp"
#include "reports/analysis/replay.hpp"
#include "reports/analysis/verdict.hpp"

namespace tensorleak::analysis {

Analyzer::Analyzer(Options options)
    : options_(std::move(options)), replay_(std::make_unique<Replay>(options_.resolve_address)) {}

Analyzer::~Analyzer() = default;
Analyzer::Analyzer(Analyzer&&) noexcept = default;
Analyzer& Analyzer::operator=(Analyzer&&) noexcept = default;

void Analyzer::consume(const trace::Event& event, std::uint64_t place) {
  replay_->consume(event, place);
  if (std::holds_alternative<trace::Dropped>(event)) close_part();
}

void Analyzer::close_part() {
  if (replay_->marks() > 0) {
    Findings part = conclude(*replay_, options_, trace::Ending::kCutStream);
    const bool is_worse =
        !leaking_part_ || part.verdict.leaked_tensors > leaking_part_->verdict.leaked_tensors;
    if (part.verdict.outcome == Outcome::kLeak && is_worse) leaking_part_ = std::move(part);
  }
  replay_->restart();
}

Findings Analyzer::finish(trace::Ending ending) {
  Findings findings = conclude(*replay_, options_, ending);
  if (leaking_part_ && findings.verdict.outcome != Outcome::kLeak) {
    findings.sites = std::move(leaking_part_->sites);
    findings.resources = std::move(leaking_part_->resources);
    findings.lanes = std::move(leaking_part_->lanes);
    findings.verdict = verdict_of(findings, options_.memory_limit);
  }
  return findings;
}

}  // namespace tensorleak::analysis
