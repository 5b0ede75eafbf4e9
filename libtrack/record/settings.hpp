// What the environment asks of the recorder (docs/environment.md).
#pragma once

#include <cstddef>

#include "libtrack/capture/capture.hpp"

namespace tensorleak::record {

struct Settings {
  bool disabled = false;
  const char* trace = nullptr;  ///< path; null: not asked for
  bool unwind = true;
  bool check_unwind = false;  ///< each stack is captured twice
  bool capture_dispose = false;
  std::size_t max_depth = capture::kDefaultDepth;
  std::size_t max_memory = std::size_t{1} << 30;
};

/// The least that `max_memory` can be: less would not hold the writer.
inline constexpr std::size_t kLeastMemory = std::size_t{16} << 20;

/// Looks a variable up; null: not set.
using Environment = const char* (*)(const char* name);

/// Reads the settings; what cannot be understood is said on standard error and left as it was.
Settings read_settings(Environment environment) noexcept;

/// Of this process; nothing in programs that run with more rights than their user.
const char* process_environment(const char* name) noexcept;

}  // namespace tensorleak::record
