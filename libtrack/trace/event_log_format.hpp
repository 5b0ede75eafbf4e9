// The words of the event log, version 1. docs/event-log.md says what they mean and why they are so.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "libtrack/trace/event.hpp"

namespace tensorleak::trace {

inline constexpr std::string_view kEventLogFormat = "tensor-event-log";
inline constexpr std::uint64_t kEventLogVersion = 1;

/// One word of the log and what it stands for.
template <class Meaning>
struct Word {
  std::string_view text;
  Meaning meaning;
};

inline constexpr std::array<Word<Nanoseconds>, 4> kTimeUnits = {{
    {"ns", 1},
    {"us", 1'000},
    {"ms", 1'000'000},
    {"s", 1'000'000'000},
}};

inline constexpr std::array<Word<BytesRule>, 2> kBytesRules = {{
    {"buffer", BytesRule::kPerBuffer},
    {"tensor", BytesRule::kPerTensor},
}};

inline constexpr std::array<Word<FreeReason>, 5> kFreeReasons = {{
    {"dispose", FreeReason::kDispose},
    {"scope", FreeReason::kScope},
    {"variable", FreeReason::kVariable},
    {"pool", FreeReason::kPool},
    {"collected", FreeReason::kCollected},
}};

inline constexpr std::array<Word<Flag>, 5> kFlagWords = {{
    {"variable", Flag::kVariable},
    {"kept", Flag::kKept},
    {"tape", Flag::kTape},
    {"pool", Flag::kPool},
    {"counted", Flag::kCounted},
}};

/// What `text` stands for in `words`, if anything.
template <class Words>
constexpr auto meaning_of(std::string_view text, const Words& words) {
  std::optional<decltype(words[0].meaning)> meaning;
  for (const auto& word : words) {
    if (word.text == text) meaning = word.meaning;
  }
  return meaning;
}

}  // namespace tensorleak::trace
