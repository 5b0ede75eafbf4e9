// What memory() reports. The counters are constants at load time and never destroyed, so that
// tensors in statics of the program may be made and freed before and after main.
#pragma once

#include <cstddef>

namespace track::detail {

void count_buffer_made(std::size_t bytes) noexcept;
void count_buffer_freed(std::size_t bytes) noexcept;
void count_tensor_made() noexcept;
void count_tensor_disposed() noexcept;

}  // namespace track::detail
