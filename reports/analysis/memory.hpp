// What stands beside tensors: the process's resident memory (RSS) and the runtime's own counters at
// the marks of every lane, and how much of the growth of RSS tensors explain.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "libtrack/trace/event.hpp"
#include "reports/analysis/findings.hpp"
#include "reports/analysis/populations.hpp"
#include "reports/analysis/series.hpp"

namespace tensorleak::analysis {

/// What a counter event says of the whole process.
enum class Measure : std::uint8_t { kRss, kRuntimeTensors, kRuntimeBytes, kGpuBytes };
inline constexpr std::size_t kMeasures = 4;

/// The latest value of each measure at the marks of every lane, in the bounded memory of series.
class MemoryHistory {
 public:
  void counted(const trace::Counter& counter);

  /// A mark of `lane`, one of `lanes`, whose clock has counted it.
  void mark(LaneIndex lane, std::size_t lanes, const MarkClock& clock);

  /// Forgets all that was counted.
  void restart() { tracks_ = {}; }

  /// The values at the lane's stored marks, from the first at which one was known; empty where none
  /// was.
  std::vector<std::int64_t> values(Measure measure, LaneIndex lane, const MarkClock& clock);

 private:
  struct Track {
    std::optional<std::uint64_t> latest;
    std::vector<Series> in_lanes;
  };

  std::array<Track, kMeasures> tracks_;
};

/// The lane's memory beside its tensors, of which `held` has the bytes at every stored mark;
/// nothing where no counter stands before a mark of it.
std::optional<Memory> memory_of(MemoryHistory& history, const DenseSeries& held, LaneIndex lane,
                                const MarkClock& clock);

}  // namespace tensorleak::analysis
