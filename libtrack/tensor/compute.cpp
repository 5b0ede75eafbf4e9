#include "libtrack/tensor/compute.hpp"

#include <vector>

namespace track::detail {

bool is_integer(DType dtype) noexcept {
  return dtype == DType::kInt8 || dtype == DType::kInt16 || dtype == DType::kInt32 ||
         dtype == DType::kInt64 || dtype == DType::kUint8;
}

bool is_float(DType dtype) noexcept {
  return dtype == DType::kFloat16 || dtype == DType::kFloat32 || dtype == DType::kFloat64;
}

namespace {

DType wider_integer(DType left, DType right) {
  const bool mixed = (left == DType::kUint8) != (right == DType::kUint8);
  const DType wider = element_size(left) >= element_size(right) ? left : right;
  return mixed && element_size(wider) == 1 ? DType::kInt16 : wider;
}

}  // namespace

DType promoted(DType left, DType right, const char* op) {
  if (left == right) return left;
  if (left == DType::kString || right == DType::kString) {
    throw_invalid(op, "a string and a number have no common dtype");
  }
  if (left == DType::kBool) return right;
  if (right == DType::kBool) return left;
  if (is_integer(left) && is_integer(right)) return wider_integer(left, right);
  if (is_integer(left)) return right;
  if (is_integer(right)) return left;
  // Floats and complex64 stand in the order of their width, integers aside.
  return left == DType::kComplex64 || right == DType::kComplex64 ? DType::kComplex64
                                                                 : std::max(left, right);
}

DType arithmetic(DType dtype, const char* op) {
  if (dtype == DType::kString) throw_invalid(op, "strings have no arithmetic");
  return dtype == DType::kBool ? DType::kInt32 : dtype;
}

DType fractional(DType dtype, const char* op) {
  const DType result = arithmetic(dtype, op);
  return is_integer(result) ? DType::kFloat32 : result;
}

std::size_t axis_index(const Shape& shape, std::int64_t axis) {
  static_cast<void>(shape[axis]);  // checks it
  const auto rank = static_cast<std::int64_t>(shape.rank());
  return static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
}

AxisView around_axis(const Shape& shape, std::int64_t axis) {
  const std::size_t index = axis_index(shape, axis);
  AxisView view;
  view.axis = shape[axis];
  for (std::size_t i = 0; i < shape.rank(); ++i) {
    if (i < index) view.outer *= shape.begin()[i];
    if (i > index) view.inner *= shape.begin()[i];
  }
  return view;
}

Shape with_size(const Shape& shape, std::size_t axis, std::int64_t size) {
  std::vector<std::int64_t> sizes(shape.begin(), shape.end());
  sizes[axis] = size;
  return Shape(sizes);
}

void throw_invalid(const char* op, const std::string& what) {
  throw std::invalid_argument(std::string(op) + ": " + what);
}

}  // namespace track::detail
