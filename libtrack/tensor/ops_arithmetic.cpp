// add, sub, mul, div: element by element, broadcast.
#include <Eigen/Core>
#include <array>

#include <track/ops.hpp>

#include "libtrack/tensor/compute.hpp"

namespace track {

namespace {

using detail::Input;
using detail::Wrapping;

template <class C>
using Array = Eigen::Array<Wrapping<C>, Eigen::Dynamic, 1>;

Shape broadcast_shape(const Shape& left, const Shape& right, const char* op) {
  const std::size_t rank = std::max(left.rank(), right.rank());
  std::array<std::int64_t, Shape::kMaxRank> sizes = {};
  for (std::size_t i = 1; i <= rank; ++i) {  // from the last axis
    const std::int64_t a = i <= left.rank() ? left.end()[-static_cast<std::ptrdiff_t>(i)] : 1;
    const std::int64_t b = i <= right.rank() ? right.end()[-static_cast<std::ptrdiff_t>(i)] : 1;
    if (a != b && a != 1 && b != 1) {
      detail::throw_invalid(
          op, "shapes " + left.to_string() + " and " + right.to_string() + " do not broadcast");
    }
    sizes[rank - i] = a == 1 ? b : a;
  }
  return Shape(std::span(sizes).first(rank));
}

/// Copies elements of shape `from` to all places of shape `to` that they stand for.
template <class T>
void spread(const T* source, const Shape& from, T* target, const Shape& to) {
  std::array<std::size_t, Shape::kMaxRank> strides = {};  // 0 where an axis repeats
  std::size_t stride = 1;
  for (std::size_t i = 1; i <= from.rank(); ++i) {
    const std::int64_t size = from.end()[-static_cast<std::ptrdiff_t>(i)];
    strides[to.rank() - i] = size == 1 ? 0 : stride;
    stride *= static_cast<std::size_t>(size);
  }
  std::array<std::int64_t, Shape::kMaxRank> place = {};
  std::size_t offset = 0;
  const std::size_t count = to.elements();
  for (std::size_t i = 0; i < count; ++i) {
    target[i] = source[offset];
    for (std::size_t axis = to.rank(); axis-- > 0;) {
      offset += strides[axis];
      if (++place[axis] < to.begin()[axis]) break;
      offset -= strides[axis] * static_cast<std::size_t>(place[axis]);
      place[axis] = 0;
    }
  }
}

/// The elements of an input in a shape that it is broadcast to.
template <class C>
class Operand {
 public:
  Operand(const Input& input, const Shape& shape)
      : values_(input), data_(values_.wrapping()), scalar_(input.shape.elements() == 1) {
    if (scalar_ || input.shape.elements() == shape.elements()) return;
    spread_ = std::make_unique<Wrapping<C>[]>(shape.elements());
    spread(data_, input.shape, spread_.get(), shape);
    data_ = spread_.get();
  }

  /// Calls `function` with an Eigen expression of `count` elements.
  template <class Function>
  void visit(Eigen::Index count, Function function) const {
    if (scalar_) {
      function(Array<C>::Constant(count, *data_));
    } else {
      function(Eigen::Map<const Array<C>>(data_, count));
    }
  }

 private:
  detail::Values<C> values_;
  std::unique_ptr<Wrapping<C>[]> spread_;
  const Wrapping<C>* data_;
  bool scalar_;
};

template <class Function>
Tensor elementwise(const char* op, const Tensor& left, const Tensor& right,
                   DType (*dtype_of)(DType, const char*), Function function) {
  const Input a = detail::read(left, op);
  const Input b = detail::read(right, op);
  const DType dtype = dtype_of(detail::promoted(a.dtype, b.dtype, op), op);
  const Shape shape = broadcast_shape(a.shape, b.shape, op);
  return detail::with_compute_type(dtype, [&]<class C>(detail::Type<C>) {
    const Operand<C> x(a, shape);
    const Operand<C> y(b, shape);
    return detail::compute<C>(op, shape, dtype, [&](Wrapping<C>* results) {
      const auto count = static_cast<Eigen::Index>(shape.elements());
      Eigen::Map<Array<C>> out(results, count);
      x.visit(count,
              [&](const auto& p) { y.visit(count, [&](const auto& q) { out = function(p, q); }); });
    });
  });
}

}  // namespace

Tensor add(const Tensor& left, const Tensor& right) {
  return elementwise("add", left, right, detail::arithmetic,
                     [](const auto& a, const auto& b) { return a + b; });
}

Tensor sub(const Tensor& left, const Tensor& right) {
  return elementwise("sub", left, right, detail::arithmetic,
                     [](const auto& a, const auto& b) { return a - b; });
}

Tensor mul(const Tensor& left, const Tensor& right) {
  return elementwise("mul", left, right, detail::arithmetic,
                     [](const auto& a, const auto& b) { return a * b; });
}

Tensor div(const Tensor& left, const Tensor& right) {
  return elementwise("div", left, right, detail::fractional,
                     [](const auto& a, const auto& b) { return (a / b).eval(); });
}

}  // namespace track
