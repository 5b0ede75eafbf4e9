#include "libtrack/tensor/tensor_state.hpp"

#include <memory>
#include <string>

#include "libtrack/tensor/counts.hpp"
#include "libtrack/tensor/events.hpp"

namespace track::detail {

namespace {

constinit std::atomic<std::uint64_t> next_id = 1;

// The locks are the callers'.

bool alive(const TensorState& state) {
  return static_cast<bool>(state.buffer);
}

/// Returns the buffer, which the caller drops after it has unlocked.
BufferPtr end_life(TensorState& state, track_why why) noexcept {
  state.owner = 0;
  report_disposed(state, why);
  count_tensor_disposed();
  return std::exchange(state.buffer, BufferPtr());
}

void report_if_lost(TensorState& state) noexcept {
  if (!alive(state) || state.owner != 0 || state.lost) return;
  if (state.handles.load(std::memory_order_acquire) != 0) return;
  state.lost = true;
  report_lost(state);
}

track_why why_of(const TensorState& state) {
  return (state.flags & TRACK_FLAG_VARIABLE) != 0 ? TRACK_VARIABLE : TRACK_DISPOSE;
}

template <class Condition>
void dispose_where(TensorState& state, track_why why, Condition condition) noexcept {
  BufferPtr buffer;
  {
    const std::lock_guard lock(state.mutex);
    if (!alive(state) || !condition()) return;
    buffer = end_life(state, why);
  }
  drop_reference(&state);
}

}  // namespace

TensorState::TensorState(BufferPtr its_buffer, const Shape& its_shape, DType its_dtype)
    : id(next_id.fetch_add(1, std::memory_order_relaxed)),
      shape(its_shape),
      dtype(its_dtype),
      buffer(std::move(its_buffer)) {}

Input read(const Tensor& tensor, const char* op) {
  TensorState* state = Access::state(tensor);
  if (state == nullptr) throw_disposed(op, 0);
  const std::lock_guard lock(state->mutex);
  report_used(*state, op);
  if (!alive(*state)) throw_disposed(op, state->id);
  return {state->buffer, state->shape, state->dtype};
}

Tensor make_view(BufferPtr buffer, const Shape& shape, DType dtype, const char* op,
                 std::uint32_t flags) {
  auto state = std::make_unique<TensorState>(std::move(buffer), shape, dtype);
  state->flags = flags;
  TidyScope* tidy = flags == 0 ? innermost_tidy() : nullptr;
  if (tidy != nullptr) {
    state->owner = Access::id(*tidy);
    Access::adopt(*tidy, state.get());
  }
  count_tensor_made();
  report_created(*state, op);
  return Access::handle(state.release());
}

Tensor make(BufferPtr buffer, const Shape& shape, DType dtype, const char* op,
            std::uint32_t flags) {
  buffer->seal();
  return make_view(std::move(buffer), shape, dtype, op, flags);
}

void dispose(TensorState& state) noexcept {
  BufferPtr buffer;
  {
    const std::lock_guard lock(state.mutex);
    if (!alive(state)) {
      report_disposed(state, why_of(state));
      return;
    }
    buffer = end_life(state, why_of(state));
  }
  drop_reference(&state);
}

void dispose_if_alive(TensorState& state, track_why why) noexcept {
  dispose_where(state, why, [] { return true; });
}

void dispose_if_owned(TensorState& state, std::uint64_t owner) noexcept {
  dispose_where(state, TRACK_SCOPE, [&] { return state.owner == owner; });
}

void disown(TensorState& state) noexcept {
  const std::lock_guard lock(state.mutex);
  state.owner = 0;
  report_if_lost(state);
}

void drop_handle(TensorState* state) noexcept {
  if (state->handles.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  {
    const std::lock_guard lock(state->mutex);
    report_if_lost(*state);
  }
  drop_reference(state);
}

void drop_reference(TensorState* state) noexcept {
  if (state->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete state;
}

void throw_disposed(const char* what, std::uint64_t id) {
  if (id == 0) throw disposed_error(std::string(what) + ": the handle names no tensor");
  throw disposed_error(std::string(what) + ": tensor " + std::to_string(id) + " is disposed");
}

}  // namespace track::detail
