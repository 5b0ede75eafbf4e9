// sum and mean.
#include <Eigen/Core>
#include <vector>

#include <track/ops.hpp>

#include "libtrack/tensor/compute.hpp"

namespace track {

namespace {

using detail::AxisView;
using detail::Input;
using detail::Wrapping;

/// Sums [outer, axis, inner] along its middle.
template <class T>
void sum_axis(const T* values, const AxisView& view, T* results) {
  using Rows = Eigen::Array<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Row = Eigen::Array<T, 1, Eigen::Dynamic>;
  for (std::int64_t i = 0; i < view.outer; ++i) {
    const T* block = values + i * view.axis * view.inner;
    if (view.inner == 1) {
      results[i] = Eigen::Map<const Row>(block, view.axis).sum();
    } else {
      Eigen::Map<Row>(results + i * view.inner, view.inner) =
          Eigen::Map<const Rows>(block, view.axis, view.inner).colwise().sum();
    }
  }
}

Shape reduced_shape(const Shape& shape, std::int64_t axis, bool keep_dims) {
  const std::size_t index = detail::axis_index(shape, axis);
  if (keep_dims) return detail::with_size(shape, index, 1);
  std::vector<std::int64_t> sizes(shape.begin(), shape.end());
  sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(index));
  return Shape(sizes);
}

AxisView whole(const Shape& shape) {
  return {.axis = static_cast<std::int64_t>(shape.elements())};
}

Tensor sum_of(const Input& input, const AxisView& view, const Shape& result) {
  const DType dtype = detail::arithmetic(input.dtype, "sum");
  return detail::with_compute_type(dtype, [&]<class C>(detail::Type<C>) {
    const detail::Values<C> values(input);
    return detail::compute<C>("sum", result, dtype, [&](Wrapping<C>* results) {
      sum_axis(values.wrapping(), view, results);
    });
  });
}

template <class C>
Tensor mean_as(const Input& input, const AxisView& view, const Shape& result, DType dtype) {
  const detail::Values<C> values(input);
  return detail::compute<C>("mean", result, dtype, [&](C* results) {
    sum_axis(values.data(), view, results);
    const std::size_t count = result.elements();
    const auto divisor = static_cast<typename Eigen::NumTraits<C>::Real>(view.axis);
    for (std::size_t i = 0; i < count; ++i)
      results[i] /= divisor;
  });
}

Tensor mean_of(const Input& input, const AxisView& view, const Shape& result) {
  const DType dtype = detail::fractional(input.dtype, "mean");
  // Integers need more digits on the way than float32 has.
  if (dtype != input.dtype || dtype == DType::kFloat64) {
    return mean_as<double>(input, view, result, dtype);
  }
  if (dtype == DType::kComplex64) return mean_as<std::complex<float>>(input, view, result, dtype);
  return mean_as<float>(input, view, result, dtype);
}

}  // namespace

Tensor sum(const Tensor& input) {
  const Input read = detail::read(input, "sum");
  return sum_of(read, whole(read.shape), Shape());
}

Tensor sum(const Tensor& input, std::int64_t axis, bool keep_dims) {
  const Input read = detail::read(input, "sum");
  return sum_of(read, detail::around_axis(read.shape, axis),
                reduced_shape(read.shape, axis, keep_dims));
}

Tensor mean(const Tensor& input) {
  const Input read = detail::read(input, "mean");
  return mean_of(read, whole(read.shape), Shape());
}

Tensor mean(const Tensor& input, std::int64_t axis, bool keep_dims) {
  const Input read = detail::read(input, "mean");
  return mean_of(read, detail::around_axis(read.shape, axis),
                 reduced_shape(read.shape, axis, keep_dims));
}

}  // namespace track
