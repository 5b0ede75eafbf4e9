// A buffer of zeros.
#pragma once

#include <cstring>

#include <track/shape.hpp>

#include "libtrack/tensor/buffer.hpp"

namespace track::detail {

/// Zeros, false or empty texts. Throws std::invalid_argument for a shape without a size.
inline BufferPtr zeroed(const Shape& shape, DType dtype) {
  BufferPtr buffer = Buffer::make(dtype, shape.elements());
  if (dtype != DType::kString) std::memset(buffer->data(), 0, buffer->bytes());
  return buffer;
}

}  // namespace track::detail
