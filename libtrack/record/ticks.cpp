#include "libtrack/record/ticks.hpp"

#ifdef __x86_64__
#include <cpuid.h>
#include <sys/prctl.h>
#include <x86intrin.h>
#endif

namespace tensorleak::record {

#ifdef __x86_64__
namespace {

enum class Source : std::uint8_t { kUnknown, kCounter, kClock };

// Before constructors run there may be calls already.
constinit std::atomic<Source> source = Source::kUnknown;

/// The counter where it is steady (CPUID 80000007H, EDX bit 8) and may be read.
[[gnu::noinline, gnu::cold]] Source find_source() noexcept {
  constexpr unsigned kInvariant = 1u << 8;
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  int allowed = 0;
  const bool is_steady = __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d & kInvariant) != 0;
  const bool may_read = prctl(PR_GET_TSC, &allowed) == 0 && allowed == PR_TSC_ENABLE;
  const Source found = is_steady && may_read ? Source::kCounter : Source::kClock;
  source.store(found, std::memory_order_relaxed);
  return found;
}

}  // namespace

Ticks ticks_now() noexcept {
  Source from = source.load(std::memory_order_relaxed);
  if (from == Source::kUnknown) from = find_source();
  return from == Source::kCounter ? __rdtsc() : static_cast<Ticks>(nanoseconds_now());
}

Ticks ticks_after_loads() noexcept {
  _mm_lfence();
  return ticks_now();
}
#else
Ticks ticks_now() noexcept {
  return static_cast<Ticks>(nanoseconds_now());
}

Ticks ticks_after_loads() noexcept {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return ticks_now();
}
#endif

Moment moment_now() noexcept {
  const Ticks ticks = ticks_after_loads();
  return {.ticks = ticks, .time = nanoseconds_now()};
}

}  // namespace tensorleak::record
