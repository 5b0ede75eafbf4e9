// How much something grows per frame, as a fraction in lowest terms.
#pragma once

#include <cstdint>

namespace tensorleak::analysis {

/// `amount` (tensors or bytes) in every `frames` frames. A default Rate is "no growth".
struct Rate {
  std::int64_t amount = 0;
  std::int64_t frames = 1;  ///< at least 1
  bool exact = true;        ///< repeated without exception; otherwise a slope
  bool per_second = false;  ///< of time rather than frames: "frames" are seconds then

  friend bool operator==(const Rate&, const Rate&) = default;

  double per_frame() const { return static_cast<double>(amount) / static_cast<double>(frames); }
};

/// `amount` in `frames`, reduced. `frames` is at least 1.
Rate reduced(std::int64_t amount, std::int64_t frames, bool exact);

/// The sum of two rates, exact when both are. Where the common denominator does not fit, the sum
/// is rounded to millionths and no longer exact.
Rate operator+(const Rate& a, const Rate& b);

}  // namespace tensorleak::analysis
