// How much there is.
#pragma once

#include <track/api.hpp>

#include <cstddef>

namespace track {

/// What lives now.
struct Memory {
  std::size_t num_tensors = 0;  ///< tensors that are not disposed, lost ones included
  std::size_t num_buffers = 0;  ///< the buffers below them; views share one
  std::size_t num_bytes = 0;    ///< the size of those buffers
};

/// Counts of this library's tensors, whether or not anything records. Always exact; while other
/// threads make and dispose tensors, the three numbers may be of slightly different moments. Blocks
/// of Allocator and memory_resource are no tensors and not counted.
///
///     if (track::memory().num_tensors > before) …
TRACK_API Memory memory() noexcept;

}  // namespace track
