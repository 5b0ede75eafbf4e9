#include "reports/analysis/frames/per_second.hpp"

#include <cmath>
#include <numeric>
#include <optional>

namespace tensorleak::analysis {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

template <class Change>
void change_rates(Findings& findings, const Change& change) {
  for (Site& site : findings.sites) {
    change(site.tensors_per_frame);
    change(site.bytes_per_frame);
  }
  for (ResourceFinding& resource : findings.resources)
    change(resource.per_frame);
  change(findings.verdict.tensors_per_frame);
  change(findings.verdict.bytes_per_frame);
  if (!findings.memory) return;
  Memory& memory = *findings.memory;
  for (std::optional<Measured>* measured :
       {&memory.rss, &memory.runtime_tensors, &memory.runtime_bytes, &memory.gpu_bytes}) {
    if (*measured) change((*measured)->per_frame);
  }
  if (memory.outside_bytes_per_frame) change(*memory.outside_bytes_per_frame);
}

/// Exact in integers where they hold it, else rounded to thousandths a second.
Rate per_second(const Rate& rate, std::int64_t slice) {
  std::int64_t amount = 0;
  std::int64_t frames = 0;
  Rate scaled;
  if (!__builtin_mul_overflow(rate.amount, kSecond / std::gcd(kSecond, slice), &amount) &&
      !__builtin_mul_overflow(rate.frames, slice / std::gcd(kSecond, slice), &frames)) {
    scaled = reduced(amount, frames, false);
  } else {
    constexpr std::int64_t kThousandths = 1000;
    const double pace =
        rate.per_frame() * (static_cast<double>(kSecond) / static_cast<double>(slice));
    scaled = reduced(std::llround(pace * kThousandths), kThousandths, false);
  }
  scaled.per_second = true;
  return scaled;
}

}  // namespace

void tell_per_second(Findings& findings) {
  const std::int64_t slice = findings.frames.slice;
  change_rates(findings, [slice](Rate& rate) { rate = per_second(rate, slice); });
}

void mark_per_second(Findings& findings) {
  change_rates(findings, [](Rate& rate) { rate.per_second = true; });
}

}  // namespace tensorleak::analysis
