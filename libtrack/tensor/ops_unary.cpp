// square, relu, abs, cast.
#include <Eigen/Core>

#include <track/ops.hpp>

#include "libtrack/tensor/compute.hpp"

namespace track {

namespace {

using detail::Input;
using detail::Wrapping;

/// `function` gets the elements as an Eigen array of float, double, int64 or complex.
template <class Function>
Tensor elementwise(const char* op, const Input& input, Function function) {
  const DType dtype = detail::arithmetic(input.dtype, op);
  return detail::with_compute_type(dtype, [&]<class C>(detail::Type<C>) {
    const detail::Values<C> values(input);
    const auto count = static_cast<Eigen::Index>(input.shape.elements());
    return detail::compute<C>(op, input.shape, dtype, [&](Wrapping<C>* results) {
      using Array = Eigen::Array<Wrapping<C>, Eigen::Dynamic, 1>;
      Eigen::Map<Array>(results, count) =
          function(Eigen::Map<const Array>(values.wrapping(), count));
    });
  });
}

Tensor magnitude(const Input& input) {
  const detail::Values<std::complex<float>> values(input);
  const std::size_t count = input.shape.elements();
  return detail::compute<float>("abs", input.shape, DType::kFloat32, [&](float* results) {
    std::transform(values.data(), values.data() + count, results,
                   [](std::complex<float> value) { return std::abs(value); });
  });
}

/// Integers are computed without sign; their top bit is one nevertheless.
bool is_negative(std::uint64_t value) {
  return (value >> 63U) != 0;
}

template <class T>
T rectified(T value) {
  if constexpr (std::is_same_v<T, std::uint64_t>) {
    return is_negative(value) ? 0 : value;
  } else {
    return value < T(0) ? T(0) : value;  // NaN stays NaN
  }
}

template <class T>
T absolute(T value) {
  if constexpr (std::is_same_v<T, std::uint64_t>) {
    return is_negative(value) ? 0 - value : value;
  } else {
    return std::abs(value);
  }
}

}  // namespace

Tensor square(const Tensor& input) {
  return elementwise("square", detail::read(input, "square"),
                     [](const auto& values) { return values * values; });
}

Tensor relu(const Tensor& input) {
  const Input read = detail::read(input, "relu");
  if (read.dtype == DType::kComplex64)
    detail::throw_invalid("relu", "complex numbers have no order");
  return elementwise("relu", read, [](const auto& values) {
    using T = typename std::decay_t<decltype(values)>::Scalar;
    return values.unaryExpr([](T value) {
      if constexpr (std::is_same_v<T, std::complex<float>>) {
        return value;  // refused above
      } else {
        return rectified(value);
      }
    });
  });
}

Tensor abs(const Tensor& input) {
  const Input read = detail::read(input, "abs");
  if (read.dtype == DType::kComplex64) return magnitude(read);
  return elementwise("abs", read, [](const auto& values) {
    using T = typename std::decay_t<decltype(values)>::Scalar;
    return values.unaryExpr([](T value) { return T(absolute(value)); });
  });
}

Tensor cast(const Tensor& input, DType dtype) {
  Input read = detail::read(input, "cast");
  if (read.dtype == dtype) {
    return detail::make_view(std::move(read.buffer), read.shape, dtype, "cast");
  }
  const std::size_t count = read.shape.elements();
  detail::BufferPtr buffer = detail::Buffer::make(dtype, count);
  detail::convert(read.buffer->data(), read.dtype, buffer->data(), dtype, count);
  return detail::make(std::move(buffer), read.shape, dtype, "cast");
}

}  // namespace track
