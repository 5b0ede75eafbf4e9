#include <track/variable.hpp>

#include <stdexcept>

#include "libtrack/tensor/events.hpp"
#include "libtrack/tensor/tensor_state.hpp"

namespace track {

namespace {

Tensor variable_on(const Tensor& initial) {
  detail::Input input = detail::read(initial, "variable");
  return detail::make_view(std::move(input.buffer), input.shape, input.dtype, "variable",
                           TRACK_FLAG_VARIABLE);
}

void check_same_kind(const detail::TensorState& state, const detail::Input& value) {
  if (value.shape == state.shape && value.dtype == state.dtype) return;
  throw std::invalid_argument(std::string("assign: a variable of ") + dtype_name(state.dtype) +
                              state.shape.to_string() + " cannot hold " + dtype_name(value.dtype) +
                              value.shape.to_string());
}

}  // namespace

Variable::Variable(const Tensor& initial, const std::string& name) : tensor_(variable_on(initial)) {
  if (!name.empty()) track::name(tensor_, name);
}

void Variable::assign(const Tensor& value) const {
  detail::TensorState* state = detail::Access::state(tensor_);
  if (state == nullptr) detail::throw_disposed("assign", 0);
  detail::Input input = detail::read(value, "assign");
  check_same_kind(*state, input);
  const std::lock_guard lock(state->mutex);
  if (!state->buffer) {
    detail::report_used(*state, "assign");
    detail::throw_disposed("assign", state->id);
  }
  std::swap(state->buffer, input.buffer);
  detail::report_assigned(*state);
}

}  // namespace track
