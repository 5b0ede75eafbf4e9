// For tests: events of every kind, made up, the same on every run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "libtrack/trace/event.hpp"

namespace tensorleak::trace::testing {

/// Receives events one by one; what they view is valid during the call.
using Take = std::function<void(const Event&)>;

/// One event of every kind but End, with all fields and with few, after a Header.
void sample_events(const Take& take);

/// A Header and then `count` events of all kinds, the same for the same seed.
void random_events(std::uint32_t seed, std::size_t count, const Take& take);

/// A loop that leaks nothing: `frames` turns of a few allocs, uses and frees, then an End.
void loop_events(std::size_t frames, const Take& take);

}  // namespace tensorleak::trace::testing
