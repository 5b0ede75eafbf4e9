#include <track/shape.hpp>

#include <algorithm>
#include <stdexcept>

namespace track {

Shape::Shape(std::span<const std::int64_t> sizes) : rank_(sizes.size()) {
  if (sizes.size() > kMaxRank) {
    throw std::invalid_argument("a shape of rank " + std::to_string(sizes.size()) +
                                "; at most 8 are supported");
  }
  std::copy(sizes.begin(), sizes.end(), sizes_.begin());
}

std::int64_t Shape::operator[](std::int64_t axis) const {
  const auto rank = static_cast<std::int64_t>(rank_);
  const std::int64_t index = axis < 0 ? axis + rank : axis;
  if (index < 0 || index >= rank) {
    throw std::out_of_range("axis " + std::to_string(axis) + " of shape " + to_string());
  }
  return sizes_[static_cast<std::size_t>(index)];
}

std::size_t Shape::elements() const {
  std::int64_t product = 1;
  for (const std::int64_t size : *this) {
    if (size < 0 || __builtin_mul_overflow(product, size, &product)) {
      throw std::invalid_argument("shape " + to_string() + " has no number of elements");
    }
  }
  return static_cast<std::size_t>(product);
}

std::string Shape::to_string() const {
  std::string text = "[";
  for (const std::int64_t size : *this) {
    if (text.size() > 1) text += ',';
    text += std::to_string(size);
  }
  return text + ']';
}

}  // namespace track
