// concat and slice: elements moved, not computed.
#include <array>
#include <vector>

#include <track/ops.hpp>

#include "libtrack/tensor/compute.hpp"

namespace track {

namespace {

using detail::AxisView;
using detail::Input;

std::vector<Input> read_all(std::span<const Tensor> tensors) {
  std::vector<Input> inputs;
  inputs.reserve(tensors.size());
  for (const Tensor& tensor : tensors)
    inputs.push_back(detail::read(tensor, "concat"));
  return inputs;
}

Shape concat_shape(const std::vector<Input>& inputs, std::int64_t axis) {
  if (inputs.empty()) detail::throw_invalid("concat", "no tensors");
  const Input& first = inputs.front();
  const std::size_t index = detail::axis_index(first.shape, axis);
  std::int64_t size = 0;
  for (const Input& input : inputs) {
    if (input.dtype != first.dtype) detail::throw_invalid("concat", "the dtypes differ");
    if (input.shape.rank() != first.shape.rank() ||
        detail::with_size(input.shape, index, 0) != detail::with_size(first.shape, index, 0)) {
      detail::throw_invalid("concat", "shapes " + first.shape.to_string() + " and " +
                                          input.shape.to_string() + " do not fit");
    }
    size += input.shape[axis];
  }
  return detail::with_size(first.shape, index, size);
}

template <class T>
void copy_concat(const std::vector<Input>& inputs, std::int64_t axis, T* target) {
  const std::int64_t outer = detail::around_axis(inputs.front().shape, axis).outer;
  for (std::int64_t i = 0; i < outer; ++i) {
    for (const Input& input : inputs) {
      const AxisView view = detail::around_axis(input.shape, axis);
      const std::int64_t count = view.axis * view.inner;
      target = std::copy_n(input.data<T>() + i * count, count, target);
    }
  }
}

Shape slice_shape(const Shape& shape, const Shape& begin, const Shape& size) {
  if (begin.rank() != shape.rank() || size.rank() != shape.rank()) {
    detail::throw_invalid("slice",
                          "begin and size need one number for each axis of " + shape.to_string());
  }
  std::array<std::int64_t, Shape::kMaxRank> sizes = {};
  for (std::size_t i = 0; i < shape.rank(); ++i) {
    const std::int64_t first = begin.begin()[i];
    const std::int64_t wanted = size.begin()[i];
    const std::int64_t all = shape.begin()[i];
    const bool inside = first >= 0 && first <= all && wanted >= -1 && wanted <= all - first;
    if (!inside) {
      throw std::out_of_range("slice: " + size.to_string() + " from " + begin.to_string() +
                              " is not inside " + shape.to_string());
    }
    sizes[i] = wanted == -1 ? all - first : wanted;
  }
  return Shape(std::span(sizes).first(shape.rank()));
}

/// Copies the block of `shape` that begins at `begin`, axis by axis from the outermost.
template <class T>
T* copy_slice(const T* source, std::span<const std::int64_t> sizes,
              std::span<const std::int64_t> begin, std::span<const std::int64_t> shape, T* target) {
  if (sizes.empty()) {
    *target = *source;
    return target + 1;
  }
  if (sizes.size() == 1) return std::copy_n(source + begin[0], shape[0], target);
  std::int64_t stride = 1;
  for (const std::int64_t size : sizes.subspan(1))
    stride *= size;
  for (std::int64_t i = 0; i < shape[0]; ++i) {
    target = copy_slice(source + (begin[0] + i) * stride, sizes.subspan(1), begin.subspan(1),
                        shape.subspan(1), target);
  }
  return target;
}

}  // namespace

Tensor concat(std::span<const Tensor> tensors, std::int64_t axis) {
  const std::vector<Input> inputs = read_all(tensors);
  const Shape shape = concat_shape(inputs, axis);
  const DType dtype = inputs.front().dtype;
  detail::BufferPtr buffer = detail::Buffer::make(dtype, shape.elements());
  detail::with_type(dtype, [&]<class T>(detail::Type<T>) {
    copy_concat(inputs, axis, static_cast<T*>(buffer->data()));
  });
  return detail::make(std::move(buffer), shape, dtype, "concat");
}

Tensor concat(std::initializer_list<Tensor> tensors, std::int64_t axis) {
  return concat(std::span(tensors.begin(), tensors.size()), axis);
}

Tensor slice(const Tensor& input, const Shape& begin, const Shape& size) {
  const Input read = detail::read(input, "slice");
  const Shape shape = slice_shape(read.shape, begin, size);
  detail::BufferPtr buffer = detail::Buffer::make(read.dtype, shape.elements());
  detail::with_type(read.dtype, [&]<class T>(detail::Type<T>) {
    if (shape.elements() == 0) return;
    copy_slice(read.data<T>(), std::span(read.shape), std::span(begin), std::span(shape),
               static_cast<T*>(buffer->data()));
  });
  return detail::make(std::move(buffer), shape, read.dtype, "slice");
}

}  // namespace track
