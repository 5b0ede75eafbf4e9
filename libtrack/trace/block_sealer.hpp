// From the items of a block to the bytes of its record: compressed, numbered, with checksums.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <span>
#include <vector>

#include "libtrack/trace/trace_format.hpp"

// zstd's own, so that its header does not reach whoever includes this one.
struct ZSTD_CCtx_s;

namespace tensorleak::trace {

/// Compresses within one workspace that it takes from `memory` at the start; zstd itself allocates
/// nothing. Throws what the resource throws. Not safe for use by two threads at once.
class BlockSealer {
 public:
  explicit BlockSealer(std::pmr::memory_resource* memory);
  ~BlockSealer();
  BlockSealer(const BlockSealer&) = delete;
  BlockSealer& operator=(const BlockSealer&) = delete;

  /// The record of a block with these columns; header.codec and the sizes are filled in. Valid
  /// until the next call.
  std::span<const std::byte> seal(BlockHeader header, const ColumnViews& columns);

 private:
  std::size_t put(std::span<const std::byte> column, std::span<std::byte> into);

  std::pmr::memory_resource* memory_;
  std::size_t workspace_size_;
  void* workspace_;
  ZSTD_CCtx_s* context_;  // lies in the workspace
  std::pmr::vector<std::byte> record_;
};

}  // namespace tensorleak::trace
