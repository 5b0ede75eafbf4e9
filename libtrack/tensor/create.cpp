#include <track/create.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>

#include "libtrack/tensor/convert.hpp"
#include "libtrack/tensor/tensor_state.hpp"
#include "libtrack/tensor/zeroed.hpp"

namespace track {

namespace {

/// A 1-D tensor of count values start + i * step.
Tensor sequence(double start, double step, std::size_t count, DType dtype, const char* op) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = start + static_cast<double>(i) * step;
  return detail::make_tensor(values.data(), count, DType::kFloat64, Shape(count), dtype, op);
}

Tensor filled(const Shape& shape, double value, DType dtype, const char* op) {
  detail::BufferPtr buffer = detail::Buffer::make(dtype, shape.elements());
  detail::with_type(dtype, [&]<class T>(detail::Type<T>) {
    if constexpr (std::is_same_v<T, std::string>) {
      throw std::invalid_argument(std::string(op) + ": a number cannot fill a string tensor");
    } else {
      T element;
      detail::convert(&value, DType::kFloat64, &element, dtype, 1);
      std::fill_n(static_cast<T*>(buffer->data()), shape.elements(), element);
    }
  });
  return detail::make(std::move(buffer), shape, dtype, op);
}

Tensor filled_with_text(const Shape& shape, std::string_view value, const char* op) {
  const std::size_t count = shape.elements();
  detail::BufferPtr buffer = detail::Buffer::make(DType::kString, count);
  std::fill_n(static_cast<std::string*>(buffer->data()), count, value);
  return detail::make(std::move(buffer), shape, DType::kString, op);
}

}  // namespace

namespace detail {

Tensor make_tensor(const void* values, std::size_t count, DType from, const Shape& shape,
                   DType dtype, const char* op) {
  if (shape.elements() != count) {
    throw std::invalid_argument(std::string(op) + ": " + std::to_string(count) +
                                " values do not fit shape " + shape.to_string());
  }
  BufferPtr buffer = Buffer::make(dtype, count);
  convert(values, from, buffer->data(), dtype, count);
  return make(std::move(buffer), shape, dtype, op);
}

void throw_ragged() {
  throw std::invalid_argument("tensor: the rows differ in length");
}

}  // namespace detail

Tensor empty(const Shape& shape, DType dtype) {
  return detail::make(detail::Buffer::make(dtype, shape.elements()), shape, dtype, "empty");
}

Tensor output_of(const std::string& op, std::span<const Tensor> inputs, const Shape& shape,
                 DType dtype) {
  for (const Tensor& input : inputs)
    detail::read(input, op.c_str());
  return detail::make(detail::Buffer::make(dtype, shape.elements()), shape, dtype, op.c_str());
}

Tensor output_of(const std::string& op, std::initializer_list<Tensor> inputs, const Shape& shape,
                 DType dtype) {
  return output_of(op, std::span(inputs.begin(), inputs.size()), shape, dtype);
}

Tensor zeros(const Shape& shape, DType dtype) {
  return detail::make(detail::zeroed(shape, dtype), shape, dtype, "zeros");
}

Tensor ones(const Shape& shape, DType dtype) {
  if (dtype == DType::kString) return filled_with_text(shape, "1", "ones");
  return filled(shape, 1, dtype, "ones");
}

Tensor fill(const Shape& shape, double value, DType dtype) {
  return filled(shape, value, dtype, "fill");
}

Tensor fill(const Shape& shape, std::string_view value) {
  return filled_with_text(shape, value, "fill");
}

Tensor range(double start, double stop, double step, DType dtype) {
  if (step == 0 || !std::isfinite(step) || !std::isfinite(stop - start)) {
    throw std::invalid_argument("range: bounds and step must be finite, the step not 0");
  }
  const double count = std::max(0.0, std::ceil((stop - start) / step));
  if (count > 1e15) throw std::invalid_argument("range: too many values");
  return sequence(start, step, static_cast<std::size_t>(count), dtype, "range");
}

Tensor linspace(double start, double stop, std::int64_t count) {
  if (count < 1) throw std::invalid_argument("linspace: the count must be positive");
  const double step = count == 1 ? 0 : (stop - start) / static_cast<double>(count - 1);
  return sequence(start, step, static_cast<std::size_t>(count), DType::kFloat32, "linspace");
}

Tensor from_pixels(const std::uint8_t* pixels, std::int64_t height, std::int64_t width,
                   std::int64_t channels) {
  const Shape shape(height, width, channels);
  return detail::make_tensor(pixels, shape.elements(), DType::kUint8, shape, DType::kInt32,
                             "from_pixels");
}

}  // namespace track
