// What callers of the C interface (track.h) hand over, as what the recorder takes. Nothing of a
// caller is believed: texts are cut, ranks bounded, and what is not known counts as not said.
#pragma once

#include <track/track.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "libtrack/record/recorder.hpp"

namespace tensorleak::record {

/// Empty for null.
std::string_view text_of(const char* text) noexcept;
Key key_of(const track_heap* heap, std::uint64_t key) noexcept;
/// As many fields as the caller's version of the struct has; null has none.
TensorInfo info_of(const track_tensor_info* given) noexcept;
/// The number of track_stack that it names; 0: none.
std::uint64_t declared_in(const track_tensor_info* given) noexcept;
trace::FreeReason reason_of(track_why why) noexcept;
/// None unless `bits` is a single flag.
std::optional<trace::Flag> flag_of(std::uint32_t bits) noexcept;

/// Calls `act(recorder)`; a function of its own, as begin_entry() asks.
template <class Act>
[[gnu::noinline]] void act_inside(const Act& act) noexcept {
  act(recorder());
}

/// Calls `act(recorder)`, unless this thread is inside the recorder already. What is captured must
/// have nothing to clean up.
template <class Act>
void enter(const Act& act) {
  static_assert(std::is_trivially_destructible_v<Act>);
  const EntryState entry = begin_entry();
  if (entry.entered) {
    act_inside(act);
  } else if (!Entry::is_quiet()) {
    recorder().missed();
  }
  end_entry(entry);
}

}  // namespace tensorleak::record
