#include "reports/analysis/analyzer.hpp"

#include "reports/analysis/conclude.hpp"
#include "reports/analysis/replay.hpp"

namespace tensorleak::analysis {

Analyzer::Analyzer(Options options)
    : options_(std::move(options)), replay_(std::make_unique<Replay>()) {}

Analyzer::~Analyzer() = default;
Analyzer::Analyzer(Analyzer&&) noexcept = default;
Analyzer& Analyzer::operator=(Analyzer&&) noexcept = default;

void Analyzer::consume(const trace::Event& event, std::uint64_t place) {
  replay_->consume(event, place);
}

Findings Analyzer::finish(trace::Ending ending) {
  return conclude(*replay_, options_, ending);
}

}  // namespace tensorleak::analysis
