#include "libtrack/tensor/events.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "libtrack/tensor/tensor_state.hpp"

namespace track::detail {

namespace {

track_heap* heap() noexcept {
  static track_heap* const heap = track_heap_register("libtrack", 0);
  return heap;
}

template <class Report>
void describe(const TensorState& state, const char* op, Report report) noexcept {
  std::array<std::uint64_t, Shape::kMaxRank> sizes = {};
  std::copy(state.shape.begin(), state.shape.end(), sizes.begin());
  track_tensor_info info = {};
  info.struct_size = sizeof info;
  info.buffer = state.buffer->id();
  info.bytes = state.buffer->bytes();
  info.shape = sizes.data();
  info.rank = static_cast<std::uint32_t>(state.shape.rank());
  info.known_shape = 1;
  info.dtype = dtype_name(state.dtype);
  info.device = "cpu";
  info.op = op;
  info.flags = state.flags | TRACK_FLAG_COUNTED;
  report(info);
}

}  // namespace

void report_created(const TensorState& state, const char* op) noexcept {
  if (!track_is_active()) return;
  describe(state, op,
           [&](const track_tensor_info& info) { track_tensor_created(heap(), state.id, &info); });
}

void report_assigned(const TensorState& state) noexcept {
  if (!track_is_active()) return;
  describe(state, "variable",
           [&](const track_tensor_info& info) { track_tensor_assigned(heap(), state.id, &info); });
}

void report_disposed(const TensorState& state, track_why why) noexcept {
  if (track_is_active()) track_tensor_disposed(heap(), state.id, why);
}

void report_used(const TensorState& state, const char* op) noexcept {
  if (track_is_active()) track_tensor_used(heap(), state.id, op);
}

void report_kept(const TensorState& state) noexcept {
  if (track_is_active()) track_tensor_flag(heap(), state.id, TRACK_FLAG_KEPT, 1);
}

void report_named(const TensorState& state, const std::string& name) noexcept {
  if (track_is_active()) track_tensor_name(heap(), state.id, name.c_str());
}

void report_lost(const TensorState& state) noexcept {
  if (track_is_active()) track_tensor_lost(heap(), state.id);
}

}  // namespace track::detail
