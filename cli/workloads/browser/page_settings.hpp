// How `run` watches a page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/workloads/node_adapter.hpp"

namespace tensorleak::cli {

/// A camera that shows no file but a picture of the browser's own.
inline constexpr const char* kTestPicture = "test-picture";

struct PageSettings {
  std::string browser;                ///< empty: one that is there
  bool shows = false;                 ///< in a window
  std::string camera;                 ///< a file, or kTestPicture; empty: none is faked
  std::uint64_t frames = 0;           ///< the run ends after so many; 0: not by frames
  std::optional<double> seconds;      ///< or after this time
  std::optional<StackChoice> stacks;  ///< absent: as the environment says
};

}  // namespace tensorleak::cli
