// What operations share: the dtype they compute in, and their way in and out of it.
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <track/dtype.hpp>
#include <track/shape.hpp>
#include <track/tensor.hpp>

#include "libtrack/tensor/convert.hpp"
#include "libtrack/tensor/tensor_state.hpp"

namespace track::detail {

bool is_integer(DType dtype) noexcept;  // bool is none
bool is_float(DType dtype) noexcept;

/// The wider of two dtypes. Throws std::invalid_argument where one is string and the other not.
DType promoted(DType left, DType right, const char* op);

/// The dtype of a number made by arithmetic on it: int32 for bool. Throws for string.
DType arithmetic(DType dtype, const char* op);
/// float32 for integers and bool, else the same. Throws for string.
DType fractional(DType dtype, const char* op);

/// Integers are computed without sign, so that they wrap around.
template <class C>
using Wrapping = std::conditional_t<std::is_same_v<C, std::int64_t>, std::uint64_t, C>;

/// Calls `function` with Type<C>, where C is what numbers of the dtype are computed in: float,
/// double, std::int64_t or std::complex<float>.
template <class Function>
decltype(auto) with_compute_type(DType dtype, Function&& function) {
  if (dtype == DType::kFloat64) return function(Type<double>{});
  if (dtype == DType::kComplex64) return function(Type<std::complex<float>>{});
  if (is_float(dtype)) return function(Type<float>{});
  return function(Type<std::int64_t>{});
}

/// The elements of an input as C: where they lie if they are of that type, else a copy.
template <class C>
class Values {
 public:
  explicit Values(const Input& input) : Values(input.buffer, input.dtype, input.shape.elements()) {}

  const C* data() const noexcept { return data_; }
  /// The same for arithmetic that wraps around.
  const Wrapping<C>* wrapping() const noexcept {
    return reinterpret_cast<const Wrapping<C>*>(data_);
  }

 private:
  Values(BufferPtr buffer, DType dtype, std::size_t count)
      : buffer_(std::move(buffer)), data_(static_cast<const C*>(buffer_->data())) {
    if (dtype == kDTypeOf<C>) return;
    copy_ = std::make_unique<C[]>(count);
    convert(buffer_->data(), dtype, copy_.get(), kDTypeOf<C>, count);
    data_ = copy_.get();
  }

  BufferPtr buffer_;
  std::unique_ptr<C[]> copy_;
  const C* data_;
};

/// Stores results as elements of a dtype. Integers are cut to their low bits.
template <class C>
void store(const C* results, DType dtype, void* into, std::size_t count) {
  if constexpr (std::is_same_v<C, std::int64_t>) {
    with_type(dtype, [&]<class T>(Type<T>) {
      if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        std::transform(results, results + count, static_cast<T*>(into),
                       [](std::int64_t result) { return static_cast<T>(result); });
      } else {
        convert(results, DType::kInt64, into, dtype, count);
      }
    });
  } else {
    convert(results, kDTypeOf<C>, into, dtype, count);
  }
}

/// A new tensor whose elements `fill` computes: it gets a Wrapping<C>* with room for all of them.
template <class C, class Fill>
Tensor compute(const char* op, const Shape& shape, DType dtype, Fill fill) {
  const std::size_t count = shape.elements();
  BufferPtr buffer = Buffer::make(dtype, count);
  if (dtype == kDTypeOf<C>) {
    fill(static_cast<Wrapping<C>*>(buffer->data()));
  } else {
    const auto results = std::make_unique<C[]>(count);
    fill(reinterpret_cast<Wrapping<C>*>(results.get()));
    store(results.get(), dtype, buffer->data(), count);
  }
  return make(std::move(buffer), shape, dtype, op);
}

/// A shape seen as [outer, axis, inner] around one of its axes.
struct AxisView {
  std::int64_t outer = 1;
  std::int64_t axis = 1;
  std::int64_t inner = 1;
};

/// Throws std::out_of_range for an axis that is not there.
AxisView around_axis(const Shape& shape, std::int64_t axis);
/// The index of an axis that may be negative. Throws std::out_of_range.
std::size_t axis_index(const Shape& shape, std::int64_t axis);
/// The shape with another size along an axis.
Shape with_size(const Shape& shape, std::size_t axis, std::int64_t size);

/// Ends in std::invalid_argument: the op, and what is wrong.
[[noreturn]] void throw_invalid(const char* op, const std::string& what);

}  // namespace track::detail
