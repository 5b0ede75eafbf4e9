// Event logs for the tests of the gate: so much leaks, in such a way.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tensorleak::end_to_end {

/// A line of app.js that leaks one tensor of so many bytes in each frame.
struct LeakingLine {
  std::string function;
  std::uint64_t bytes = 24;
  std::string scope;  ///< that it is made in; empty: none
  std::string op = "Zeros";
};

/// How a log ends, and what else is in it.
struct LogDetails {
  std::uint64_t frames = 12;
  std::uint64_t variables = 0;  ///< that are made in setup, 4 bytes each, at one line
  bool ends = true;             ///< false: it has no end
  std::uint64_t dropped = 0;    ///< events that the recorder could not keep
};

std::string log_of(const std::vector<LeakingLine>& lines, const LogDetails& details = {});

}  // namespace tensorleak::end_to_end
