// Moments that cost little to take, and what they are in nanoseconds.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>

#include "libtrack/trace/event.hpp"

namespace tensorleak::record {

/// CLOCK_MONOTONIC.
inline trace::Nanoseconds nanoseconds_now() noexcept {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return trace::Nanoseconds{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// Counts at a steady rate, the same in all threads: the processor's time stamp counter where that
/// is so (Intel SDM, volume 3B, 18.17.1; AMD64 APM, volume 2, 13.2.4), else CLOCK_MONOTONIC.
using Ticks = std::uint64_t;

/// Of a thread that is the only one which asks.
Ticks ticks_now() noexcept;

/// Not before what the calling thread has read until here: of two events in two threads, of which
/// one could only happen after the other, it is the later.
Ticks ticks_after_loads() noexcept;

/// Both of one moment.
struct Moment {
  Ticks ticks = 0;
  trace::Nanoseconds time = 0;
};

Moment moment_now() noexcept;

/// The time of what lies between two moments.
class TickScale {
 public:
  TickScale(const Moment& from, const Moment& to) noexcept
      : from_(from),
        to_(to),
        rate_(to.ticks > from.ticks ? static_cast<double>(to.time - from.time) /
                                          static_cast<double>(to.ticks - from.ticks)
                                    : 0) {}

  /// What lies outside of them counts as the nearer one.
  trace::Nanoseconds time_of(Ticks ticks) const noexcept {
    if (ticks <= from_.ticks) return from_.time;
    if (ticks >= to_.ticks) return to_.time;
    return from_.time +
           static_cast<trace::Nanoseconds>(static_cast<double>(ticks - from_.ticks) * rate_);
  }

 private:
  Moment from_;
  Moment to_;
  double rate_;
};

}  // namespace tensorleak::record
