// A population at the marks of one lane, in bounded memory.
//
// Marks count from 0. A series stores a sample only where the population changed:
//
//   marks   0  1  2  3  4  5  6          samples  (1, 1) (4, 2)
//   alive   0  1  1  1  2  2  2          means    0 until mark 1, 1 until mark 4, then 2
//
// A lane that has more marks than kMaxSamples is kept at every 2nd, 4th, 8th … mark: its *stride*.
// A sample then stands for the last mark of its stride, so a full stride's value is exact.
#pragma once

#include <cstdint>
#include <vector>

#include "reports/analysis/findings.hpp"

namespace tensorleak::analysis {

/// Most strides that a lane keeps; a power of two.
inline constexpr std::uint64_t kMaxSamples = 2048;

/// The marks that one lane has seen. Shared by all series of the lane.
class MarkClock {
 public:
  /// Counts one more mark.
  void tick() {
    ++marks_;
    if (marks_ > kMaxSamples * stride_) stride_ *= 2;
  }

  std::uint64_t marks() const { return marks_; }
  std::uint64_t stride() const { return stride_; }
  std::uint64_t frames() const { return marks_ == 0 ? 0 : marks_ - 1; }

  /// The mark for which a sample at `mark` stands.
  std::uint64_t slot(std::uint64_t mark) const { return (mark + stride_ - 1) / stride_ * stride_; }

 private:
  std::uint64_t marks_ = 0;
  std::uint64_t stride_ = 1;
};

class Series {
 public:
  /// Records the population at the clock's latest mark. Marks must not go back.
  void record(const MarkClock& clock, std::uint64_t tensors, std::uint64_t bytes);

  /// The samples, brought to the clock's stride.
  const std::vector<Sample>& samples(const MarkClock& clock);

 private:
  void coarsen(const MarkClock& clock);

  std::vector<Sample> samples_;
  std::uint64_t stride_ = 1;
};

/// Populations at consecutive strides: one value per stored mark, the changes filled in.
struct DenseSeries {
  std::vector<std::int64_t> tensors;
  std::vector<std::int64_t> bytes;
};

/// Adds `samples` to `sum`, which has one value for each stored mark of the clock. A last stride
/// that is not complete is left out.
void accumulate(DenseSeries& sum, const std::vector<Sample>& samples, const MarkClock& clock);

/// An all-zero series with a value for each stored mark of the clock.
DenseSeries empty_series(const MarkClock& clock);

}  // namespace tensorleak::analysis
