// What callers of the C interface (track.h) hand over, as what the recorder takes. Nothing of a
// caller is believed: texts are cut, ranks bounded, and what is not known counts as not said.
#pragma once

#include <track/track.h>

#include <cstdint>
#include <optional>
#include <string_view>

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

/// Calls `act(recorder)`, unless this thread is inside the recorder already.
template <class Act>
void enter(Act act) {
  const Entry entry;
  if (entry.entered()) {
    act(recorder());
  } else if (!Entry::is_quiet()) {
    recorder().missed();
  }
}

}  // namespace tensorleak::record
