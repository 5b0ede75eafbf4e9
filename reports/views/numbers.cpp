#include "reports/views/numbers.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace tensorleak::views {

using analysis::Rate;

namespace {

/// Longest period that people still read as a rhythm when the growth is only a slope.
constexpr std::int64_t kLongestSlopePeriod = 12;
/// Beyond this many frames a common period says less than a decimal.
constexpr std::int64_t kLongestPeriod = 1'000'000;

/// Two amounts in one and the same number of frames.
struct Common {
  std::int64_t tensors = 0;
  std::int64_t bytes = 0;
  std::int64_t frames = 1;
};

std::optional<std::int64_t> product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return result;
}

std::optional<Common> in_common_frames(const Rate& tensors, const Rate& bytes) {
  const auto shared = std::gcd(tensors.frames, bytes.frames);
  const auto frames = product(tensors.frames / shared, bytes.frames);
  if (!frames || *frames > kLongestPeriod) return std::nullopt;
  const auto whole_tensors = product(tensors.amount, *frames / tensors.frames);
  const auto whole_bytes = product(bytes.amount, *frames / bytes.frames);
  if (!whole_tensors || !whole_bytes) return std::nullopt;
  return Common{*whole_tensors, *whole_bytes, *frames};
}

std::string period(std::int64_t frames, bool per_second) {
  const std::string_view unit = per_second ? "second" : "frame";
  return frames == 1 ? fmt::format("per {}", unit)
                     : fmt::format("every {} {}s", grouped(frames), unit);
}

std::string plus(double number, Sign sign) {
  return sign == Sign::kShown && number > 0 ? "+" : "";
}

/// Up to two decimals, none for what is large.
std::string decimal(double number) {
  if (std::abs(number) >= 1e18) return fmt::format("{:.3g}", number);
  if (std::abs(number) >= 100) return grouped(static_cast<std::int64_t>(std::llround(number)));
  std::string text = fmt::format("{:.2f}", number);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

/// The amounts of a growth, already over the frames that the sentence names.
struct Amounts {
  double tensors = 0;
  double bytes = 0;
  std::int64_t frames = 1;
};

/// A slope is told per frame; a slow one as one in so many frames.
Amounts slope(double tensors, double bytes) {
  constexpr double kSlow = 0.2;
  const double pace = tensors != 0 ? std::abs(tensors) : std::abs(bytes);
  if (pace >= kSlow || pace < 1e-12) return {tensors, bytes, 1};
  const double frames = std::round(1 / pace);
  return {std::round(tensors * frames), bytes * frames, static_cast<std::int64_t>(frames)};
}

std::string tensors_in_words(const std::string& number) {
  return number + (number == "1" || number == "-1" ? " tensor" : " tensors");
}

bool fits(const std::optional<Common>& common, bool exact) {
  return common && (exact || common->frames <= kLongestSlopePeriod);
}

/// Whether a rate's own period is one that people read.
bool is_told_whole(const Rate& rate) {
  return rate.exact || rate.frames <= kLongestSlopePeriod;
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t place = digits.size(); place > 3; place -= 3)
    digits.insert(place - 3, ",");
  return digits;
}

std::string grouped(std::int64_t number) {
  if (number >= 0) return grouped(static_cast<std::uint64_t>(number));
  return "-" + grouped(0 - static_cast<std::uint64_t>(number));
}

std::string in_bytes(std::uint64_t bytes) {
  return grouped(bytes) + " B";
}

std::string human_size(std::uint64_t bytes) {
  constexpr std::uint64_t kMegabyte = 1'000'000;
  constexpr std::uint64_t kMebibyte = 1 << 20;
  if (bytes > 0 && bytes % kMegabyte == 0 && bytes % kMebibyte != 0) {
    return bytes % (1000 * kMegabyte) == 0 ? grouped(bytes / (1000 * kMegabyte)) + " GB"
                                           : grouped(bytes / kMegabyte) + " MB";
  }
  constexpr std::array<std::string_view, 7> kUnits{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  std::size_t unit = 0;
  double size = static_cast<double>(bytes);
  for (; size >= 1024 && unit + 1 < kUnits.size(); ++unit)
    size /= 1024;
  // 1,023.97 of a unit would print as 1,024 of it.
  if (std::round(size * 10) / 10 >= 1024 && unit + 1 < kUnits.size()) {
    size /= 1024;
    ++unit;
  }
  const std::string number = fmt::format("{:.1f}", size);
  const bool whole = number.ends_with(".0");
  return fmt::format("{} {}", whole ? number.substr(0, number.size() - 2) : number, kUnits[unit]);
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

std::string tensors_and_bytes(std::uint64_t tensors, std::uint64_t bytes) {
  return fmt::format("{}, {}", counted(tensors, "tensor"), in_bytes(bytes));
}

std::string duration(std::uint64_t nanoseconds) {
  struct Step {
    std::uint64_t size;
    std::string_view unit;
  };
  constexpr std::array<Step, 7> kSteps{{{86'400'000'000'000U, "day"},
                                        {3'600'000'000'000U, "hour"},
                                        {60'000'000'000U, "minute"},
                                        {1'000'000'000U, "second"},
                                        {1'000'000U, "ms"},
                                        {1'000U, "µs"},
                                        {1U, "ns"}}};
  for (const auto& [size, unit] : kSteps) {
    if (nanoseconds < size) continue;
    const double amount = static_cast<double>(nanoseconds) / static_cast<double>(size);
    constexpr double kFew = 10;
    std::string number =
        amount < kFew ? fmt::format("{:.1f}", amount) : grouped(static_cast<std::uint64_t>(amount));
    if (number.ends_with(".0")) number.resize(number.size() - 2);
    const bool is_word = size >= kSteps[3].size;
    return fmt::format("{} {}{}", number, unit, is_word && number != "1" ? "s" : "");
  }
  return "0 seconds";
}

std::string growth(const Rate& tensors, const Rate& bytes, Sign sign) {
  const bool exact = tensors.exact && bytes.exact;
  if (const auto common = in_common_frames(tensors, bytes); fits(common, exact)) {
    return fmt::format("{}{}{}, {} B {}", exact ? "" : "about ",
                       plus(static_cast<double>(common->tensors), sign),
                       tensors_in_words(grouped(common->tensors)), grouped(common->bytes),
                       period(common->frames, tensors.per_second));
  }
  const Amounts about = slope(tensors.per_frame(), bytes.per_frame());
  return fmt::format("about {}{}, {} B {}", plus(about.tensors, sign),
                     tensors_in_words(decimal(about.tensors)), decimal(std::round(about.bytes)),
                     period(about.frames, tensors.per_second));
}

std::string growth(const Rate& rate, Sign sign) {
  if (is_told_whole(rate)) {
    return fmt::format("{}{}{} {}", rate.exact ? "" : "about ",
                       plus(static_cast<double>(rate.amount), sign), grouped(rate.amount),
                       period(rate.frames, rate.per_second));
  }
  const Amounts about = slope(rate.per_frame(), 0);
  return fmt::format("about {}{} {}", plus(about.tensors, sign), decimal(about.tensors),
                     period(about.frames, rate.per_second));
}

Pace pace(const Rate& rate, Unit unit) {
  const Amounts told = is_told_whole(rate)
                           ? Amounts{static_cast<double>(rate.amount), 0, rate.frames}
                           : slope(rate.per_frame(), 0);
  std::string amount = rate.exact ? "" : "≈ ";
  amount += told.tensors < 0 ? "−" : plus(told.tensors, Sign::kShown);
  const double size = std::abs(told.tensors);
  amount += unit == Unit::kBytes ? human_size(static_cast<std::uint64_t>(std::llround(size)))
                                 : decimal(size);
  return {std::move(amount), period(told.frames, rate.per_second)};
}

}  // namespace tensorleak::views
