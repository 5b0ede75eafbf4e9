#include "reports/analysis/series.hpp"

namespace tensorleak::analysis {
namespace {

void put(std::vector<Sample>& samples, const Sample& sample) {
  if (!samples.empty() && samples.back().mark == sample.mark) {
    samples.back() = sample;
  } else {
    samples.push_back(sample);
  }
}

}  // namespace

void Series::record(const MarkClock& clock, std::uint64_t tensors, std::uint64_t bytes) {
  coarsen(clock);
  put(samples_, {.mark = clock.slot(clock.marks() - 1), .tensors = tensors, .bytes = bytes});
}

const std::vector<Sample>& Series::samples(const MarkClock& clock) {
  coarsen(clock);
  return samples_;
}

void Series::coarsen(const MarkClock& clock) {
  if (stride_ == clock.stride()) return;
  stride_ = clock.stride();
  std::vector<Sample> coarse;
  coarse.reserve(samples_.size());
  for (Sample sample : samples_) {
    sample.mark = clock.slot(sample.mark);
    put(coarse, sample);
  }
  samples_ = std::move(coarse);
}

DenseSeries empty_series(const MarkClock& clock) {
  const std::uint64_t length = clock.marks() == 0 ? 0 : clock.frames() / clock.stride() + 1;
  return {.tensors = std::vector<std::int64_t>(length), .bytes = std::vector<std::int64_t>(length)};
}

void accumulate(DenseSeries& sum, const std::vector<Sample>& samples, const MarkClock& clock) {
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (samples[i].tensors == 0 && samples[i].bytes == 0) continue;
    const std::uint64_t first = samples[i].mark / clock.stride();
    const std::uint64_t next =
        i + 1 < samples.size() ? samples[i + 1].mark / clock.stride() : sum.tensors.size();
    for (std::uint64_t at = first; at < next && at < sum.tensors.size(); ++at) {
      sum.tensors[at] += static_cast<std::int64_t>(samples[i].tensors);
      sum.bytes[at] += static_cast<std::int64_t>(samples[i].bytes);
    }
  }
}

}  // namespace tensorleak::analysis
