#include "reports/analysis/memory.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "reports/analysis/growth.hpp"

namespace tensorleak::analysis {
namespace {

/// Allocators warm up: fewer frames than this, or less growth, say nothing of RSS.
constexpr std::uint64_t kMinFrames = 24;
constexpr std::int64_t kMinGrowth = 1'000'000;

using Values = std::span<const std::int64_t>;

std::optional<std::uint64_t> value_of(Measure measure, const trace::Counter& counter) {
  switch (measure) {
    case Measure::kRss:
      return counter.rss;
    case Measure::kRuntimeTensors:
      return counter.tensors;
    case Measure::kRuntimeBytes:
      return counter.bytes;
    case Measure::kGpuBytes:
      return counter.gpu_bytes;
  }
  return std::nullopt;
}

std::uint64_t frames_of(Values values, std::uint64_t stride) {
  return values.empty() ? 0 : (values.size() - 1) * stride;
}

bool is_growing(const Growth& growth, Values values, std::uint64_t stride) {
  return growth.kind == GrowthKind::kGrowing && frames_of(values, stride) >= kMinFrames;
}

std::optional<Measured> measured(Values values, const Growth& growth, std::uint64_t stride) {
  if (values.empty()) return std::nullopt;
  const bool grows = is_growing(growth, values, stride);
  return Measured{.first = static_cast<std::uint64_t>(values.front()),
                  .last = static_cast<std::uint64_t>(values.back()),
                  .grows = grows,
                  .per_frame = grows ? growth.rate : Rate{}};
}

/// The frames over which RSS is compared with tensors: the settled part where RSS grows.
struct Part {
  Growth growth;          ///< of RSS
  bool grows = false;     ///< else its ends are compared
  std::size_t start = 0;  ///< in values of RSS
  std::uint64_t stride = 1;
  std::uint64_t frames = 0;
};

/// How much values grew over the part. They end with those of RSS, and can start later or before.
std::int64_t growth_over(const Part& part, Values values, std::size_t length) {
  if (values.size() < 2) return 0;
  values = values.last(std::min(values.size(), length));
  const std::size_t missing = length - values.size();
  const std::size_t start = part.start > missing ? part.start - missing : 0;
  if (!part.grows || missing > part.start) return values.back() - values[start];
  Growth growth = part.growth;
  growth.first_frame = start * part.stride;
  const Rate rate = rate_over(values, part.stride, growth);
  return std::llround(rate.per_frame() * static_cast<double>(part.frames));
}

Part part_of(Values rss, const Growth& growth, std::uint64_t stride) {
  Part part{.growth = growth, .grows = is_growing(growth, rss, stride), .stride = stride};
  if (part.grows) part.start = growth.first_frame / stride;
  part.frames = frames_of(rss.subspan(part.start), stride);
  return part;
}

/// Whether there is a growth that is worth explaining; one that levelled off was warm-up.
bool needs_words(const Part& part, std::int64_t rss_growth, Values rss) {
  return frames_of(rss, part.stride) >= kMinFrames && rss_growth >= kMinGrowth &&
         (part.grows || part.growth.kind == GrowthKind::kUndecided);
}

/// What lies in the memory of a GPU is no part of RSS.
void explain(Memory& memory, std::int64_t gpu_growth) {
  const std::int64_t in_memory = memory.tensor_growth - std::max<std::int64_t>(0, gpu_growth);
  const std::int64_t explained = std::clamp<std::int64_t>(in_memory, 0, memory.rss_growth);
  const double share = static_cast<double>(explained) / static_cast<double>(memory.rss_growth);
  memory.explained_percent = static_cast<std::uint64_t>(std::llround(100 * share));
  memory.explained_bytes = static_cast<std::uint64_t>(explained);
  memory.outside_bytes_per_frame =
      reduced(memory.rss_growth - explained, static_cast<std::int64_t>(memory.frames), false);
}

}  // namespace

void MemoryHistory::counted(const trace::Counter& counter) {
  for (std::size_t i = 0; i < kMeasures; ++i) {
    if (const auto value = value_of(static_cast<Measure>(i), counter)) tracks_[i].latest = value;
  }
}

void MemoryHistory::mark(LaneIndex lane, std::size_t lanes, const MarkClock& clock) {
  for (Track& track : tracks_) {
    if (!track.latest) continue;
    track.in_lanes.resize(lanes);
    track.in_lanes[lane].record(clock, *track.latest, 0);
  }
}

std::vector<std::int64_t> MemoryHistory::values(Measure measure, LaneIndex lane,
                                                const MarkClock& clock) {
  Track& track = tracks_[static_cast<std::size_t>(measure)];
  if (lane >= track.in_lanes.size()) return {};
  const std::vector<Sample>& samples = track.in_lanes[lane].samples(clock);
  if (samples.empty()) return {};
  DenseSeries dense = empty_series(clock);
  accumulate(dense, samples, clock);
  const auto known =
      std::min<std::size_t>(samples.front().mark / clock.stride(), dense.tensors.size());
  return {dense.tensors.begin() + static_cast<std::ptrdiff_t>(known), dense.tensors.end()};
}

std::optional<Memory> memory_of(MemoryHistory& history, const DenseSeries& held, LaneIndex lane,
                                const MarkClock& clock) {
  const std::uint64_t stride = clock.stride();
  const auto of = [&](Measure measure) { return history.values(measure, lane, clock); };
  const auto judged = [&](Values values) {
    return measured(values, judge_growth(values, stride), stride);
  };
  const std::vector<std::int64_t> rss = of(Measure::kRss);
  const std::vector<std::int64_t> gpu = of(Measure::kGpuBytes);
  Memory memory{.runtime_tensors = judged(of(Measure::kRuntimeTensors)),
                .runtime_bytes = judged(of(Measure::kRuntimeBytes)),
                .gpu_bytes = judged(gpu)};
  if (!rss.empty()) {
    const Growth growth = judge_growth(rss, stride);
    const Part part = part_of(rss, growth, stride);
    memory.rss = measured(rss, growth, stride);
    memory.first_frame = (held.bytes.size() - rss.size() + part.start) * stride;
    memory.frames = part.frames;
    memory.rss_growth = growth_over(part, rss, rss.size());
    memory.tensor_growth = growth_over(part, held.bytes, rss.size());
    if (needs_words(part, memory.rss_growth, rss)) {
      explain(memory, growth_over(part, gpu, rss.size()));
    }
  }
  const bool knows_any =
      memory.rss || memory.runtime_tensors || memory.runtime_bytes || memory.gpu_bytes;
  return knows_any ? std::optional(memory) : std::nullopt;
}

}  // namespace tensorleak::analysis
