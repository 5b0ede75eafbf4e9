#include <track/tidy.hpp>

#include <algorithm>
#include <atomic>
#include <string>

#include "libtrack/tensor/events.hpp"
#include "libtrack/tensor/tensor_state.hpp"

namespace track {

namespace {

constinit std::atomic<std::uint64_t> next_id = 1;

// A plain pointer needs no destructor, and so outlives the thread_locals of the program.
constinit thread_local TidyScope* innermost = nullptr;

std::uint64_t begin_scope(std::string_view name) {
  if (!track_is_active()) return 0;
  return track_scope_begin(name.empty() ? nullptr : std::string(name).c_str());
}

}  // namespace

TidyScope* detail::innermost_tidy() noexcept {
  return innermost;
}

TidyScope::TidyScope(std::string_view name)
    : id_(next_id.fetch_add(1, std::memory_order_relaxed)),
      recorded_(begin_scope(name)),
      outside_(innermost) {
  innermost = this;
}

TidyScope::~TidyScope() {
  if (innermost == this) innermost = outside_;
  for (detail::TensorState* state : owned_) {
    detail::dispose_if_owned(*state, id_);
    detail::drop_reference(state);
  }
  track_scope_end(recorded_);
}

void TidyScope::adopt(detail::TensorState* state) {
  if (owned_.size() >= next_look_) forget_disposed();
  owned_.push_back(state);
  state->references.fetch_add(1, std::memory_order_relaxed);
}

// So that a long tidy whose function disposes what it makes needs no memory for each of them.
void TidyScope::forget_disposed() noexcept {
  const auto gone = std::partition(owned_.begin(), owned_.end(), [&](auto* state) {
    const std::lock_guard lock(state->mutex);
    return state->owner == id_;
  });
  std::for_each(gone, owned_.end(), detail::drop_reference);
  owned_.erase(gone, owned_.end());
  next_look_ = std::max<std::size_t>(64, 2 * owned_.size());
}

void TidyScope::release(const Tensor& tensor) noexcept {
  detail::TensorState* state = detail::Access::state(tensor);
  if (state == nullptr) return;
  {
    const std::lock_guard lock(state->mutex);
    if (state->owner != id_) return;
    state->owner = outside_ == nullptr ? 0 : outside_->id_;
  }
  if (outside_ != nullptr) outside_->adopt(state);
}

const Tensor& keep(const Tensor& tensor) {
  detail::TensorState* state = detail::Access::state(tensor);
  if (state == nullptr) detail::throw_disposed("keep", 0);
  const std::lock_guard lock(state->mutex);
  if (!state->buffer) {
    detail::report_used(*state, "keep");
    detail::throw_disposed("keep", state->id);
  }
  state->owner = 0;
  state->flags |= TRACK_FLAG_KEPT;
  detail::report_kept(*state);
  return tensor;
}

Scope::Scope(std::string_view name) : recorded_(begin_scope(name)) {}
Scope::~Scope() {
  track_scope_end(recorded_);
}

}  // namespace track
