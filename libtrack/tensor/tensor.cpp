#include <track/tensor.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "libtrack/tensor/convert.hpp"
#include "libtrack/tensor/events.hpp"
#include "libtrack/tensor/tensor_state.hpp"

namespace track {

namespace {

const detail::TensorState& state_of(const Tensor& tensor, const char* what) {
  const detail::TensorState* state = detail::Access::state(tensor);
  if (state == nullptr) detail::throw_disposed(what, 0);
  return *state;
}

/// The shape with its -1, if any, replaced by what makes the elements fit.
Shape fitted(const Shape& wanted, std::size_t elements) {
  std::array<std::int64_t, Shape::kMaxRank> sizes = {};
  std::copy(wanted.begin(), wanted.end(), sizes.begin());
  auto* const end = sizes.begin() + static_cast<std::ptrdiff_t>(wanted.rank());
  auto* const open = std::find(sizes.begin(), end, -1);
  if (open != end) {
    *open = 1;
    const std::size_t others = Shape(std::span(sizes.begin(), end)).elements();
    if (others != 0) *open = static_cast<std::int64_t>(elements / others);
  }
  const Shape shape(std::span(sizes.begin(), end));
  if (shape.elements() != elements) {
    throw std::invalid_argument("reshape: " + std::to_string(elements) +
                                " elements do not fit shape " + wanted.to_string());
  }
  return shape;
}

}  // namespace

disposed_error::~disposed_error() = default;

Tensor::Tensor(const Tensor& other) noexcept : state_(other.state_) {
  if (state_ != nullptr) state_->handles.fetch_add(1, std::memory_order_relaxed);
}

Tensor& Tensor::operator=(const Tensor& other) noexcept {
  Tensor copy(other);
  std::swap(state_, copy.state_);
  return *this;
}

Tensor& Tensor::operator=(Tensor&& other) noexcept {
  Tensor moved(std::move(other));
  std::swap(state_, moved.state_);
  return *this;
}

Tensor::~Tensor() {
  if (state_ != nullptr) detail::drop_handle(state_);
}

void Tensor::dispose() const noexcept {
  if (state_ != nullptr) detail::dispose(*state_);
}

bool Tensor::is_disposed() const noexcept {
  if (state_ == nullptr) return true;
  const std::lock_guard lock(state_->mutex);
  return !state_->buffer;
}

Tensor Tensor::clone() const {
  detail::Input input = detail::read(*this, "clone");
  return detail::make_view(std::move(input.buffer), input.shape, input.dtype, "clone");
}

Tensor Tensor::reshape(const Shape& shape) const {
  detail::Input input = detail::read(*this, "reshape");
  const Shape result = fitted(shape, input.shape.elements());
  return detail::make_view(std::move(input.buffer), result, input.dtype, "reshape");
}

Tensor Tensor::expand_dims(std::int64_t axis) const {
  detail::Input input = detail::read(*this, "expand_dims");
  const auto rank = static_cast<std::int64_t>(input.shape.rank());
  const std::int64_t place = axis < 0 ? axis + rank + 1 : axis;
  if (place < 0 || place > rank) {
    throw std::out_of_range("expand_dims: axis " + std::to_string(axis) + " of shape " +
                            input.shape.to_string());
  }
  std::vector<std::int64_t> sizes(input.shape.begin(), input.shape.end());
  sizes.insert(sizes.begin() + place, 1);
  return detail::make_view(std::move(input.buffer), Shape(sizes), input.dtype, "expand_dims");
}

std::uint64_t Tensor::id() const noexcept {
  return state_ == nullptr ? 0 : state_->id;
}
const Shape& Tensor::shape() const {
  return state_of(*this, "shape").shape;
}
DType Tensor::dtype() const {
  return state_of(*this, "dtype").dtype;
}
std::size_t Tensor::size() const {
  return state_of(*this, "size").shape.elements();
}

std::size_t Tensor::bytes() const noexcept {
  if (state_ == nullptr) return 0;
  const std::lock_guard lock(state_->mutex);
  return state_->buffer ? state_->buffer->bytes() : 0;
}

void use(const Tensor& tensor, const std::string& op) {
  detail::read(tensor, op.c_str());
}

void name(const Tensor& tensor, const std::string& name) {
  const detail::TensorState* state = detail::Access::state(tensor);
  if (state != nullptr) detail::report_named(*state, name);
}

OwnedTensor::OwnedTensor(Tensor tensor) {
  detail::TensorState* state = detail::Access::state(tensor);
  if (state == nullptr) return;
  owner_ = std::shared_ptr<const Tensor>(new Tensor(std::move(tensor)), [](const Tensor* owned) {
    // Quietly, since the program may have disposed it itself.
    detail::dispose_if_alive(*detail::Access::state(*owned), TRACK_DISPOSE);
    delete owned;
  });
  detail::disown(*state);
}

const Tensor& OwnedTensor::get() const noexcept {
  // Never destroyed, since owners in statics may ask after main.
  union Undestroyed {
    Undestroyed() : tensor() {}
    ~Undestroyed() {}  // NOLINT(modernize-use-equals-default): would be deleted
    Tensor tensor;
  };
  static const Undestroyed empty;
  return owner_ ? *owner_ : empty.tensor;
}

namespace detail {

void* elements_of(const Tensor& tensor, DType dtype) {
  const Input input = read(tensor, "data");
  if (input.dtype != dtype) {
    throw std::invalid_argument(std::string("data: the tensor is ") + dtype_name(input.dtype) +
                                ", not " + dtype_name(dtype));
  }
  return input.buffer->data();
}

void copy_elements(const Tensor& tensor, DType dtype, void* into) {
  const Input input = read(tensor, "data");
  convert(input.buffer->data(), input.dtype, into, dtype, input.shape.elements());
}

}  // namespace detail

}  // namespace track
