// The sizes of a tensor along its axes.
#pragma once

#include <track/api.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace track {

/// Up to eight sizes, outermost first; none is the shape of a scalar. A value without memory of its
/// own. Made in place from any integers:
///
///     track::zeros({1, height, width, 3});
class TRACK_API Shape {
 public:
  static constexpr std::size_t kMaxRank = 8;

  /// The shape of a scalar.
  Shape() = default;

  template <std::integral... Sizes>
  requires(sizeof...(Sizes) > 0 && sizeof...(Sizes) <= kMaxRank)
      Shape(Sizes... sizes)  // NOLINT(google-explicit-constructor): written as {2, 3} in calls
      : sizes_{static_cast<std::int64_t>(sizes)...}, rank_(sizeof...(Sizes)) {}

  /// Throws std::invalid_argument for more than kMaxRank sizes.
  explicit Shape(std::span<const std::int64_t> sizes);

  std::size_t rank() const noexcept { return rank_; }

  /// The size along an axis; a negative one counts from the last. Throws std::out_of_range.
  std::int64_t operator[](std::int64_t axis) const;

  /// How many elements: the product of the sizes, 1 for a scalar. Throws std::invalid_argument
  /// where a size is negative or the product does not fit.
  std::size_t elements() const;

  const std::int64_t* begin() const noexcept { return sizes_.data(); }
  const std::int64_t* end() const noexcept { return sizes_.data() + rank_; }

  /// Such as "[2,3]".
  std::string to_string() const;

  friend bool operator==(const Shape& left, const Shape& right) noexcept = default;

 private:
  std::array<std::int64_t, kMaxRank> sizes_ = {};  // 0 behind the rank
  std::size_t rank_ = 0;
};

}  // namespace track
