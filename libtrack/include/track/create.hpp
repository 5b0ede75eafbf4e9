// Making tensors.
//
// As in TensorFlow.js, plain numbers make float32 unless a dtype is given; so do int and double.
// Truth values make bool, complex numbers complex64, texts string. Memory with a type of its own
// (a vector, a span) keeps that type. Each function throws std::invalid_argument where the values
// do not fit the shape, and std::bad_alloc. The result belongs to the innermost open tidy() of the
// thread.
#pragma once

#include <track/api.hpp>
#include <track/dtype.hpp>
#include <track/shape.hpp>
#include <track/tensor.hpp>

#include <complex>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace track {

namespace detail {

/// What a value in a list is stored as before it is converted to the tensor's dtype.
template <class T>
struct Stored;
template <class T>
requires std::is_arithmetic_v<T>
struct Stored<T> {
  static constexpr DType kDefault = std::is_same_v<T, bool> ? DType::kBool : DType::kFloat32;
  using Type = std::conditional_t<std::is_same_v<T, bool>, bool,
                                  std::conditional_t<std::is_integral_v<T>, std::int64_t, double>>;
};
template <>
struct Stored<std::complex<float>> {
  static constexpr DType kDefault = DType::kComplex64;
  using Type = std::complex<float>;
};
template <class T>
requires std::is_convertible_v<T, std::string_view>
struct Stored<T> {
  static constexpr DType kDefault = DType::kString;
  using Type = std::string;
};

template <class T>
concept Listed = requires {
  Stored<T>::kDefault;
};

/// A tensor of `count` values of the type `from`, which are converted to `dtype` as by cast().
TRACK_API Tensor make_tensor(const void* values, std::size_t count, DType from, const Shape& shape,
                             DType dtype, const char* op);

/// Ends in std::invalid_argument: the rows of a nested list differ in length.
[[noreturn]] TRACK_API void throw_ragged();

template <Listed T>
Tensor make_listed(const T* values, std::size_t count, const Shape& shape, DType dtype,
                   const char* op) {
  using Type = typename Stored<T>::Type;
  // An array instead of a vector, whose bools are no bools.
  const auto stored = std::make_unique<Type[]>(count);
  for (std::size_t i = 0; i < count; ++i)
    stored[i] = static_cast<Type>(values[i]);
  return make_tensor(stored.get(), count, kDTypeOf<Type>, shape, dtype, op);
}

/// Elements of T in memory that can be read as they are.
template <class R>
concept ElementRange = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
    Element<std::ranges::range_value_t<R>> && !std::is_convertible_v<R, std::string_view>;

}  // namespace detail

/// A 1-D tensor.
///
///     track::tensor({1, 2, 3, 4});                        // float32 [4]
///     track::tensor({1, 2, 3, 4}, track::DType::kInt32);  // int32 [4]
///     track::tensor({"a", "b"});                          // string [2]
template <detail::Listed T>
Tensor tensor(std::initializer_list<T> values, DType dtype = detail::Stored<T>::kDefault) {
  return detail::make_listed(values.begin(), values.size(), Shape(values.size()), dtype, "tensor");
}

/// A tensor with values in row-major order: tensor({1, 2, 3, 4}, {2, 2}).
template <detail::Listed T>
Tensor tensor(std::initializer_list<T> values, const Shape& shape,
              DType dtype = detail::Stored<T>::kDefault) {
  return detail::make_listed(values.begin(), values.size(), shape, dtype, "tensor");
}

/// A 2-D tensor: tensor({{1, 2}, {3, 4}}). All rows have the same length.
template <detail::Listed T>
Tensor tensor(std::initializer_list<std::initializer_list<T>> rows,
              DType dtype = detail::Stored<T>::kDefault) {
  const std::size_t columns = rows.size() == 0 ? 0 : rows.begin()->size();
  const auto flat = std::make_unique<T[]>(rows.size() * columns);
  std::size_t next = 0;
  for (const auto& row : rows) {
    if (row.size() != columns) detail::throw_ragged();
    for (const T& value : row)
      flat[next++] = value;
  }
  return detail::make_listed(flat.get(), next, Shape(rows.size(), columns), dtype, "tensor");
}

/// A tensor from elements in memory (a vector, array or span), which are copied.
///
///     std::vector<float> samples = …;
///     track::tensor(samples, {2, samples.size() / 2});
template <detail::ElementRange R>
Tensor tensor(const R& values, const Shape& shape,
              DType dtype = kDTypeOf<std::ranges::range_value_t<R>>) {
  return detail::make_tensor(std::ranges::data(values), std::ranges::size(values),
                             kDTypeOf<std::ranges::range_value_t<R>>, shape, dtype, "tensor");
}

/// A 1-D tensor from elements in memory, which are copied.
template <detail::ElementRange R>
Tensor tensor(const R& values) {
  return tensor(values, Shape(std::ranges::size(values)));
}

/// A tensor of rank 0.
template <detail::Listed T>
Tensor scalar(const T& value, DType dtype = detail::Stored<T>::kDefault) {
  return detail::make_listed(&value, 1, Shape(), dtype, "scalar");
}

/// Room for elements, whose values are indeterminate until they are written; texts are empty. The
/// memory is not touched: for buffers that something else fills.
TRACK_API Tensor empty(const Shape& shape, DType dtype = DType::kFloat32);
/// The result of an operation of your own: a recording shows that it read the inputs and made the
/// tensor. Elements as those of empty(), to be written by you. Throws disposed_error.
///
///     track::Tensor scores = track::output_of("nms", {boxes}, {count}, track::DType::kFloat32);
///     run_nms(boxes.data<float>(), scores.mutable_data<float>());
TRACK_API Tensor output_of(const std::string& op, std::span<const Tensor> inputs,
                           const Shape& shape, DType dtype = DType::kFloat32);
TRACK_API Tensor output_of(const std::string& op, std::initializer_list<Tensor> inputs,
                           const Shape& shape, DType dtype = DType::kFloat32);
/// Zeros: 0, false or the empty text.
TRACK_API Tensor zeros(const Shape& shape, DType dtype = DType::kFloat32);
/// Ones: 1, true or "1".
TRACK_API Tensor ones(const Shape& shape, DType dtype = DType::kFloat32);
/// The same value everywhere.
TRACK_API Tensor fill(const Shape& shape, double value, DType dtype = DType::kFloat32);
TRACK_API Tensor fill(const Shape& shape, std::string_view value);

/// start, start + step, … up to but without `stop`; a 1-D tensor. Throws std::invalid_argument for
/// a step of 0.
TRACK_API Tensor range(double start, double stop, double step = 1, DType dtype = DType::kFloat32);
/// `count` evenly spaced numbers from `start` to `stop`, both included; float32 [count].
TRACK_API Tensor linspace(double start, double stop, std::int64_t count);

/// An image as a tensor: int32 [height, width, channels], values 0 to 255, as in TensorFlow.js.
/// `pixels` are height * width * channels bytes, row by row, which are copied.
TRACK_API Tensor from_pixels(const std::uint8_t* pixels, std::int64_t height, std::int64_t width,
                             std::int64_t channels);

}  // namespace track
