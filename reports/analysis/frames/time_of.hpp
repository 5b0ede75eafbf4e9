// When an event happened.
#pragma once

#include <optional>

#include "libtrack/trace/event.hpp"

namespace tensorleak::analysis {

/// Nothing for an event that has no time.
inline std::optional<trace::Nanoseconds> time_of(const trace::Event& event) {
  return std::visit(
      [](const auto& alternative) -> std::optional<trace::Nanoseconds> {
        if constexpr (requires { alternative.time; }) return alternative.time;
        return std::nullopt;
      },
      event);
}

}  // namespace tensorleak::analysis
