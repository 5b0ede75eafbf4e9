// Gives small consecutive numbers to repeated values, so that keys are cheap to hash and compare.
#pragma once

#include <tsl/robin_map.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tensorleak::analysis {

/// Numbers values of type Value in order of first sight; looks them up by View without a copy.
template <class Value, class View, class Hash, class Equal>
class Interner {
 public:
  std::uint32_t intern(View view) {
    if (const auto found = numbers_.find(view); found != numbers_.end()) return found->second;
    const auto number = static_cast<std::uint32_t>(values_.size());
    values_.emplace_back(view.begin(), view.end());
    numbers_.emplace(values_.back(), number);
    return number;
  }

  const Value& operator[](std::uint32_t number) const { return values_[number]; }
  std::size_t size() const { return values_.size(); }

 private:
  std::vector<Value> values_;
  tsl::robin_map<Value, std::uint32_t, Hash, Equal> numbers_;
};

using Dimensions = std::vector<std::uint64_t>;
using DimensionsView = std::span<const std::uint64_t>;

struct HashDimensions {
  std::size_t operator()(DimensionsView shape) const noexcept {
    std::size_t hash = shape.size();
    for (const std::uint64_t size : shape)
      hash = (hash ^ size) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 32);
  }
};

struct EqualDimensions {
  using is_transparent = void;
  bool operator()(DimensionsView a, DimensionsView b) const noexcept {
    return std::ranges::equal(a, b);
  }
};

using StringInterner =
    Interner<std::string, std::string_view, std::hash<std::string_view>, std::equal_to<>>;
using ShapeInterner = Interner<Dimensions, DimensionsView, HashDimensions, EqualDimensions>;

}  // namespace tensorleak::analysis
