#include "libtrack/tensor/program_exit.hpp"

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>

namespace track::detail {

namespace {

constinit std::atomic<bool> exits = false;
constinit std::atomic<std::uint64_t> frames = 0;

}  // namespace

void watch_for_exit() noexcept {
  if (std::has_single_bit(frames.fetch_add(1, std::memory_order_relaxed) + 1)) {
    // A failure only costs the sign.
    static_cast<void>(std::atexit([] { exits.store(true, std::memory_order_relaxed); }));
  }
}

bool program_exits() noexcept {
  return exits.load(std::memory_order_relaxed);
}

}  // namespace track::detail
