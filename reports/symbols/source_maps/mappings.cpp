#include "reports/symbols/source_maps/mappings.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "reports/symbols/source_maps/base64.hpp"

namespace tensorleak::symbols {
namespace {

constexpr unsigned kDigitBits = 5;
constexpr unsigned kContinues = 1U << kDigitBits;
constexpr unsigned kMostBits = 35;  // seven digits hold the 32 bits of a number

trace::Error bad(std::string what) {
  return {.what = std::move(what)};
}

}  // namespace

/// Reads segment by segment; numbers are differences to those before.
class MappingsReader {
 public:
  MappingsReader(std::string_view text, std::uint32_t sources, std::uint32_t names)
      : text_(text), sources_(sources), names_(names) {}

  trace::Result<Mappings> read() {
    start_line();
    while (problem_.empty() && at_ < text_.size()) {
      if (text_[at_] == ';') {
        end_line();
        start_line();
        ++at_;
      } else if (text_[at_] == ',') {
        ++at_;
      } else {
        read_segment();
      }
    }
    end_line();
    if (!problem_.empty()) return trace::fail(bad(problem_));
    return std::move(read_);
  }

 private:
  static constexpr std::size_t kMostFields = 5;

  void start_line() {
    if (read_.line_starts_.size() >= kMostLines) problem_ = "it has too many lines";
    read_.line_starts_.push_back(static_cast<std::uint32_t>(read_.mappings_.size()));
    column_ = 0;
  }

  /// Segments may stand in any order.
  void end_line() {
    const auto first = read_.mappings_.begin() + read_.line_starts_.back();
    if (!std::is_sorted(first, read_.mappings_.end(), by_column))
      std::stable_sort(first, read_.mappings_.end(), by_column);
  }

  static bool by_column(const Mapping& a, const Mapping& b) { return a.column < b.column; }

  void read_segment() {
    std::array<std::int64_t, kMostFields> fields{};
    std::size_t count = 0;
    while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != ';') {
      const auto value = read_number();
      if (!value) return;
      if (count == kMostFields) return spoil("a segment has more than five fields");
      fields[count++] = *value;
    }
    if (count != 1 && count != 4 && count != 5)
      return spoil("a segment has neither one field nor four nor five");
    if (read_.mappings_.size() >= kMostMappings) return spoil("it has too many mappings");
    Mapping mapping;
    mapping.column = moved(column_, fields[0]);
    if (count >= 4) {
      mapping.source = moved(source_, fields[1]);
      mapping.line = moved(line_, fields[2]);
      mapping.column_there = moved(column_there_, fields[3]);
      if (mapping.source >= sources_) spoil("a segment names a source that is not there");
    }
    if (count == kMostFields) {
      mapping.name = moved(name_, fields[4]);
      if (mapping.name >= names_) spoil("a segment names a name that is not there");
    }
    read_.mappings_.push_back(mapping);
  }

  /// A signed number in base64 VLQ: five bits a digit, the lowest first, and of those the sign.
  std::optional<std::int64_t> read_number() {
    std::uint64_t bits = 0;
    for (unsigned shift = 0;; shift += kDigitBits) {
      const int digit = at_ < text_.size() ? base64_digit(text_[at_]) : -1;
      if (digit < 0 || shift >= kMostBits) {
        spoil(digit < 0 ? "a number is cut off, or has a character that is not base64"
                        : "a number is too long");
        return std::nullopt;
      }
      ++at_;
      const auto value = static_cast<unsigned>(digit);
      bits |= std::uint64_t{value & (kContinues - 1)} << shift;
      if ((value & kContinues) == 0) break;
    }
    const auto magnitude = static_cast<std::int64_t>(bits >> 1U);
    return (bits & 1U) != 0 ? -magnitude : magnitude;
  }

  std::uint32_t moved(std::int64_t& position, std::int64_t by) {
    position += by;
    if (position < 0 || position > std::numeric_limits<std::int32_t>::max()) {
      spoil("a place is negative or too large");
      position = 0;
    }
    return static_cast<std::uint32_t>(position);
  }

  void spoil(const char* what) {
    if (problem_.empty()) problem_ = what;
  }

  std::string_view text_;
  std::uint32_t sources_;
  std::uint32_t names_;
  std::size_t at_ = 0;
  std::int64_t column_ = 0;
  std::int64_t source_ = 0;
  std::int64_t line_ = 0;
  std::int64_t column_there_ = 0;
  std::int64_t name_ = 0;
  std::string problem_;
  Mappings read_;
};

trace::Result<Mappings> Mappings::read(std::string_view text, std::uint32_t sources,
                                       std::uint32_t names) {
  return MappingsReader(text, sources, names).read();
}

const Mapping* Mappings::find(GeneratedPlace place) const {
  if (place.line >= line_starts_.size()) return nullptr;
  const auto first = mappings_.begin() + line_starts_[place.line];
  const auto last = place.line + 1 < line_starts_.size()
                        ? mappings_.begin() + line_starts_[place.line + 1]
                        : mappings_.end();
  const auto after = std::ranges::upper_bound(first, last, place.column, {}, &Mapping::column);
  if (after == first) return nullptr;
  const Mapping& found = *std::prev(after);
  return found.source == Mapping::kNone ? nullptr : &found;
}

}  // namespace tensorleak::symbols
