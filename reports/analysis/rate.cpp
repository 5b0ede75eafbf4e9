#include "reports/analysis/rate.hpp"

#include <cmath>
#include <numeric>

namespace tensorleak::analysis {
namespace {

constexpr std::int64_t kRoundedFrames = 1'000'000;

Rate rounded_sum(const Rate& a, const Rate& b) {
  const double sum = (a.per_frame() + b.per_frame()) * static_cast<double>(kRoundedFrames);
  return reduced(static_cast<std::int64_t>(std::llround(sum)), kRoundedFrames, false);
}

Rate plain_sum(const Rate& a, const Rate& b) {
  std::int64_t left = 0;
  std::int64_t right = 0;
  std::int64_t amount = 0;
  std::int64_t frames = 0;
  const std::int64_t divisor = std::gcd(a.frames, b.frames);
  if (__builtin_mul_overflow(a.amount, b.frames / divisor, &left) ||
      __builtin_mul_overflow(b.amount, a.frames / divisor, &right) ||
      __builtin_add_overflow(left, right, &amount) ||
      __builtin_mul_overflow(a.frames / divisor, b.frames, &frames)) {
    return rounded_sum(a, b);
  }
  return reduced(amount, frames, a.exact && b.exact);
}

}  // namespace

Rate reduced(std::int64_t amount, std::int64_t frames, bool exact) {
  const std::int64_t divisor = std::gcd(amount, frames);
  if (divisor == 0) return {.amount = 0, .frames = 1, .exact = exact};
  return {.amount = amount / divisor, .frames = frames / divisor, .exact = exact};
}

Rate operator+(const Rate& a, const Rate& b) {
  Rate sum = plain_sum(a, b);
  sum.per_second = a.per_second || b.per_second;
  return sum;
}

}  // namespace tensorleak::analysis
