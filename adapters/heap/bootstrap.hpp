// Blocks for the first moments of a process: dlsym() may allocate while it looks for the allocator
// that is to serve it. They are never released; there are a handful, of a few hundred bytes.
#pragma once

#include <cstddef>

namespace tensorleak::heap {

/// A zeroed block; null where the arena is full. Any thread may call it.
void* bootstrap_allocate(std::size_t size, std::size_t alignment) noexcept;

/// Whether the block is one of these, which no allocator must be given.
bool is_bootstrap(const void* block) noexcept;

/// The size that such a block was asked for with.
std::size_t bootstrap_size(const void* block) noexcept;

}  // namespace tensorleak::heap
