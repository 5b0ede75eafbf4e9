#include "cli/workloads/script/operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include <track/track.hpp>

namespace tensorleak::cli::script {

using track::DType;
using track::Shape;
using track::Tensor;

namespace {

using Inputs = std::span<const Tensor>;

[[noreturn]] void missing(const char* field) {
  throw std::invalid_argument(fmt::format("the field \"{}\" is missing", field));
}

const Shape& shape_of(const Operation& operation) {
  if (!operation.shape) missing("shape");
  return *operation.shape;
}

DType dtype_or(const Operation& operation, DType dtype) {
  return operation.dtype.value_or(dtype);
}

Tensor zeros(const Operation& operation, Inputs) {
  return track::zeros(shape_of(operation), dtype_or(operation, DType::kFloat32));
}
Tensor ones(const Operation& operation, Inputs) {
  return track::ones(shape_of(operation), dtype_or(operation, DType::kFloat32));
}
Tensor fill(const Operation& operation, Inputs) {
  if (!operation.value) missing("value");
  return track::fill(shape_of(operation), *operation.value, dtype_or(operation, DType::kFloat32));
}
Tensor scalar(const Operation& operation, Inputs) {
  if (!operation.value) missing("value");
  return track::scalar(*operation.value, dtype_or(operation, DType::kFloat32));
}
Tensor tensor(const Operation& operation, Inputs) {
  const auto count = static_cast<std::int64_t>(operation.values.size());
  return track::tensor(operation.values, operation.shape.value_or(Shape(count)),
                       dtype_or(operation, DType::kFloat32));
}
/// A picture without a camera: all black.
Tensor from_pixels(const Operation& operation, Inputs) {
  const Shape& shape = shape_of(operation);
  if (shape.rank() != 3) throw std::invalid_argument("a picture has a height, width and channels");
  const std::vector<std::uint8_t> pixels(shape.elements());
  return track::from_pixels(pixels.data(), shape[0], shape[1], shape[2]);
}
Tensor resize_bilinear(const Operation& operation, Inputs inputs) {
  if (operation.height == 0) missing("height");
  if (operation.width == 0) missing("width");
  return track::resize_bilinear(inputs[0], operation.height, operation.width);
}
Tensor sum(const Operation& operation, Inputs inputs) {
  return operation.axis ? track::sum(inputs[0], *operation.axis) : track::sum(inputs[0]);
}
Tensor mean(const Operation& operation, Inputs inputs) {
  return operation.axis ? track::mean(inputs[0], *operation.axis) : track::mean(inputs[0]);
}
Tensor cast(const Operation& operation, Inputs inputs) {
  if (!operation.dtype) missing("dtype");
  return track::cast(inputs[0], *operation.dtype);
}
Tensor slice(const Operation& operation, Inputs inputs) {
  if (!operation.begin) missing("begin");
  if (!operation.size) missing("size");
  return track::slice(inputs[0], *operation.begin, *operation.size);
}
Tensor concat(const Operation& operation, Inputs inputs) {
  return track::concat(inputs, operation.axis.value_or(0));
}
template <Tensor (*kOperation)(const Tensor&)>
Tensor unary(const Operation&, Inputs inputs) {
  return kOperation(inputs[0]);
}
template <Tensor (*kOperation)(const Tensor&, const Tensor&)>
Tensor binary(const Operation&, Inputs inputs) {
  return kOperation(inputs[0], inputs[1]);
}

constexpr std::size_t kAny = SIZE_MAX;

struct Known {
  std::string_view name;
  std::size_t inputs = 0;
  Tensor (*perform)(const Operation&, Inputs);
};

constexpr std::array kKnown = {Known{"zeros", 0, zeros},
                               Known{"ones", 0, ones},
                               Known{"fill", 0, fill},
                               Known{"scalar", 0, scalar},
                               Known{"tensor", 0, tensor},
                               Known{"from_pixels", 0, from_pixels},
                               Known{"add", 2, binary<track::add>},
                               Known{"sub", 2, binary<track::sub>},
                               Known{"mul", 2, binary<track::mul>},
                               Known{"div", 2, binary<track::div>},
                               Known{"matmul", 2, binary<track::matmul>},
                               Known{"square", 1, unary<track::square>},
                               Known{"relu", 1, unary<track::relu>},
                               Known{"abs", 1, unary<track::abs>},
                               Known{"sum", 1, sum},
                               Known{"mean", 1, mean},
                               Known{"cast", 1, cast},
                               Known{"slice", 1, slice},
                               Known{"concat", kAny, concat},
                               Known{"resize_bilinear", 1, resize_bilinear}};

const Known* find(std::string_view name) {
  const auto* const found = std::ranges::find(kKnown, name, &Known::name);
  return found == kKnown.end() ? nullptr : found;
}

/// A shape given to an operation that would compute its own says what another runtime's makes.
bool is_declared(const Known* known, const Operation& operation) {
  return known == nullptr || (known->inputs > 0 && operation.shape);
}

}  // namespace

bool is_operation(std::string_view name) {
  return find(name) != nullptr;
}

Tensor perform(const Operation& operation, Inputs inputs) {
  const Known* const known = find(operation.op);
  if (is_declared(known, operation)) {
    if (!operation.shape) {
      throw std::invalid_argument(fmt::format(
          "libtrack has no operation \"{}\", so that its result needs a \"shape\"", operation.op));
    }
    return track::output_of(operation.op, inputs, *operation.shape,
                            dtype_or(operation, DType::kFloat32));
  }
  if (known->inputs != kAny && known->inputs != inputs.size()) {
    throw std::invalid_argument(fmt::format("{} takes {} inputs, and \"of\" names {}", operation.op,
                                            known->inputs, inputs.size()));
  }
  return known->perform(operation, inputs);
}

}  // namespace tensorleak::cli::script
