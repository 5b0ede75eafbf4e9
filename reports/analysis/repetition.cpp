#include "reports/analysis/repetition.hpp"

namespace tensorleak::analysis {
namespace {

constexpr std::size_t kMinPeriods = 3;

std::int64_t increment(std::span<const std::int64_t> population, std::size_t frame) {
  return population[frame + 1] - population[frame];
}

}  // namespace

std::size_t repeating_suffix(std::span<const std::int64_t> population, std::size_t period) {
  const std::size_t frames = population.size() - 1;
  std::size_t matched = 0;
  while (matched + period < frames && increment(population, frames - 1 - matched) ==
                                          increment(population, frames - 1 - matched - period)) {
    ++matched;
  }
  return matched + period;
}

Repetition longest_repetition(std::span<const std::int64_t> population) {
  Repetition best;
  const std::size_t frames = population.size() - 1;
  for (std::size_t period = 1; period * kMinPeriods <= frames; ++period) {
    const std::size_t length = repeating_suffix(population, period);
    if (length >= kMinPeriods * period && length > best.length) best = {period, length};
  }
  return best;
}

}  // namespace tensorleak::analysis
