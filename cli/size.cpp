#include "cli/size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace tensorleak::cli {

namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char letter) {
    return static_cast<char>(std::tolower(letter));
  });
  return result;
}

/// Bytes of one unit: "gib", "g", "gb", "b" or none.
std::optional<double> unit_size(const std::string& unit) {
  if (unit.empty() || unit == "b") return 1;
  constexpr std::string_view kPrefixes = "kmgtp";
  const auto power = kPrefixes.find(unit[0]);
  if (power == std::string_view::npos) return std::nullopt;
  const std::string rest = unit.substr(1);
  if (rest == "b") return std::pow(1000.0, static_cast<double>(power + 1));
  if (rest.empty() || rest == "ib" || rest == "i") {
    return std::pow(1024.0, static_cast<double>(power + 1));
  }
  return std::nullopt;
}

}  // namespace

tl::expected<std::uint64_t, std::string> parse_size(std::string_view text) {
  const auto fail = [&](std::string_view what) {
    return tl::unexpected(fmt::format("{} \"{}\"", what, text));
  };
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  std::string_view unit(behind, static_cast<std::size_t>(end - behind));
  unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
  const std::optional<double> factor = unit_size(lower(unit));
  if (error != std::errc() || !factor || !std::isfinite(number)) {
    return fail("expected a size such as 4GiB, 512MB or 1000000, found");
  }
  const double bytes = std::floor(number * *factor);
  if (bytes < 1) return fail("the size must be at least 1 byte, found");
  // Exact at this power of two, unlike the largest integer itself.
  if (bytes >= std::ldexp(1.0, 63)) return fail("the size is beyond all memory:");
  return static_cast<std::uint64_t>(bytes);
}

}  // namespace tensorleak::cli
