// What a program says of a tensor.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "libtrack/trace/event.hpp"

namespace tensorleak::record {

/// What a tensor is; like trace::Alloc, before keys are ids.
struct TensorInfo {
  std::uint64_t buffer = 0;  ///< key; 0: one of its own
  std::uint64_t bytes = 0;
  std::optional<std::span<const std::uint64_t>> shape;
  std::string_view dtype;
  std::string_view device;
  std::string_view op;
  trace::Flags flags;
};

}  // namespace tensorleak::record
