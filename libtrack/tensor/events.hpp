// Tells the C interface what happens to tensors. While nothing records, a load and a branch.
#pragma once

#include <string>

#include <track/api.hpp>

namespace track::detail {

struct TensorState;

/// The caller holds the tensor's lock, or is the only one who knows the tensor.
void report_created(const TensorState& state, const char* op) noexcept;
/// A variable is on another buffer now.
void report_assigned(const TensorState& state) noexcept;
void report_disposed(const TensorState& state, track_why why) noexcept;
void report_used(const TensorState& state, const char* op) noexcept;
void report_kept(const TensorState& state) noexcept;
void report_named(const TensorState& state, const std::string& name) noexcept;
void report_lost(const TensorState& state) noexcept;

}  // namespace track::detail
