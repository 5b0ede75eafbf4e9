// Operations on tensors.
//
// Each returns a new tensor, which belongs to the innermost open tidy() of the thread, and leaves
// its inputs alone. Each throws disposed_error for an input that is disposed, and
// std::invalid_argument for shapes and dtypes that do not fit. Strings have no arithmetic.
//
// Of two dtypes the result has the wider: bool, the integers by size, float16, float32, float64,
// complex64; uint8 with int8 gives int16, complex64 with float64 complex64. Integers wrap around.
#pragma once

#include <track/api.hpp>
#include <track/dtype.hpp>
#include <track/shape.hpp>
#include <track/tensor.hpp>

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

namespace track {

/// Element by element. Shapes are broadcast as in NumPy: aligned at the last axis, where a size of
/// 1 is repeated: [2,3] + [3], [2,1] * [1,3]. Truth values are added as int32.
TRACK_API Tensor add(const Tensor& left, const Tensor& right);
TRACK_API Tensor sub(const Tensor& left, const Tensor& right);
TRACK_API Tensor mul(const Tensor& left, const Tensor& right);
/// Integers are divided as float32; dividing by zero gives infinity or NaN.
TRACK_API Tensor div(const Tensor& left, const Tensor& right);

/// The matrix product of [m,k] and [k,n], or of batches [...,m,k] and [...,k,n] with equal leading
/// sizes. Throws std::invalid_argument for other shapes.
TRACK_API Tensor matmul(const Tensor& left, const Tensor& right);

TRACK_API Tensor square(const Tensor& input);
/// The larger of the element and 0. Not for complex64.
TRACK_API Tensor relu(const Tensor& input);
/// The magnitude; of complex64, a float32.
TRACK_API Tensor abs(const Tensor& input);

/// The sum of all elements, a scalar. Truth values are summed as int32.
TRACK_API Tensor sum(const Tensor& input);
/// The sums along one axis, which is left out of the shape, or has size 1 with `keep_dims`. Throws
/// std::out_of_range for an axis that is not there.
TRACK_API Tensor sum(const Tensor& input, std::int64_t axis, bool keep_dims = false);
/// The mean of all elements; NaN of none. Of integers and truth values, a float32.
TRACK_API Tensor mean(const Tensor& input);
TRACK_API Tensor mean(const Tensor& input, std::int64_t axis, bool keep_dims = false);

/// The elements as another dtype; a tensor on the same buffer if it is the same. Fractions are cut
/// off and values out of range are put to the nearest that fits, NaN to 0; to bool, what is not 0
/// is true; of complex numbers the real part is taken. Numbers and texts do not convert.
TRACK_API Tensor cast(const Tensor& input, DType dtype);

/// Tensors of one dtype put one behind another along an axis; their other sizes are equal.
TRACK_API Tensor concat(std::span<const Tensor> tensors, std::int64_t axis = 0);
TRACK_API Tensor concat(std::initializer_list<Tensor> tensors, std::int64_t axis = 0);

/// A copy of the block that begins at `begin` and has `size` elements along each axis; -1 is all
/// that remain. Throws std::out_of_range for a block that is not inside.
TRACK_API Tensor slice(const Tensor& input, const Shape& begin, const Shape& size);

/// How resize_bilinear() places the pixels.
enum class PixelCenters : std::uint8_t {
  kCorner,        ///< scale is in / out; the pixel's corner counts. TensorFlow.js's default
  kAlignCorners,  ///< the centres of the corner pixels stay where they are
  kHalf           ///< scale is in / out; the pixel's centre counts, as in OpenCV and PyTorch
};

/// Images of another size: [h,w,c] or [batch,h,w,c] of numbers to float32 with `height` and
/// `width`. Throws std::invalid_argument for sizes below 1 and images without pixels.
TRACK_API Tensor resize_bilinear(const Tensor& images, std::int64_t height, std::int64_t width,
                                 PixelCenters centers = PixelCenters::kCorner);

/// The elements as text, in nested brackets; long axes are cut short: "[[1, 2],\n [3, 4]]".
TRACK_API std::string to_string(const Tensor& tensor);
/// Writes to_string() and a line end to the standard output.
TRACK_API void print(const Tensor& tensor);

}  // namespace track
