// The matrix product.
#include <Eigen/Core>

#include <track/ops.hpp>

#include "libtrack/tensor/compute.hpp"

namespace track {

namespace {

using detail::Input;
using detail::Wrapping;

/// `batch` products of [rows, inner] and [inner, columns].
struct Sizes {
  std::int64_t batch = 1;
  std::int64_t rows = 0;
  std::int64_t inner = 0;
  std::int64_t columns = 0;
};

bool fit(const Shape& left, const Shape& right) {
  return left.rank() >= 2 && left.rank() == right.rank() && left[-1] == right[-2] &&
         std::equal(left.begin(), left.end() - 2, right.begin());
}

Sizes sizes_of(const Shape& left, const Shape& right) {
  if (!fit(left, right)) {
    detail::throw_invalid(
        "matmul", "shapes " + left.to_string() + " and " + right.to_string() + " do not fit");
  }
  Sizes sizes = {.rows = left[-2], .inner = left[-1], .columns = right[-1]};
  for (const std::int64_t* size = left.begin(); size != left.end() - 2; ++size) {
    sizes.batch *= *size;
  }
  return sizes;
}

template <class T>
void multiply(const T* left, const T* right, const Sizes& sizes, T* results) {
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  for (std::int64_t i = 0; i < sizes.batch; ++i) {
    const Eigen::Map<const Matrix> a(left + i * sizes.rows * sizes.inner, sizes.rows, sizes.inner);
    const Eigen::Map<const Matrix> b(right + i * sizes.inner * sizes.columns, sizes.inner,
                                     sizes.columns);
    Eigen::Map<Matrix> out(results + i * sizes.rows * sizes.columns, sizes.rows, sizes.columns);
    out.noalias() = a * b;
  }
}

}  // namespace

Tensor matmul(const Tensor& left, const Tensor& right) {
  const Input a = detail::read(left, "matmul");
  const Input b = detail::read(right, "matmul");
  const DType dtype = detail::arithmetic(detail::promoted(a.dtype, b.dtype, "matmul"), "matmul");
  const Sizes sizes = sizes_of(a.shape, b.shape);
  const Shape shape = detail::with_size(a.shape, a.shape.rank() - 1, sizes.columns);
  return detail::with_compute_type(dtype, [&]<class C>(detail::Type<C>) {
    const detail::Values<C> x(a);
    const detail::Values<C> y(b);
    return detail::compute<C>("matmul", shape, dtype, [&](Wrapping<C>* results) {
      multiply(x.wrapping(), y.wrapping(), sizes, results);
    });
  });
}

}  // namespace track
