// What the INPUT of a command is.
#pragma once

#include <cstdint>
#include <string>

#include "libtrack/trace/result.hpp"

namespace tensorleak::cli {

enum class InputKind : std::uint8_t {
  kEventLog,  ///< docs/event-log.md; plain, .gz or .zst, or a pipe
  kTrace,     ///< docs/trace-format.md
  kReport,    ///< docs/report.md
  kScript,    ///< docs/workload-script.md
  kPage,      ///< an .html file, a folder with an index.html, or a URL: for a browser
};

/// Looks at the first bytes, and at the name where they say nothing. Fails in words where there is
/// nothing to read, and on URLs of other kinds than a browser opens.
trace::Result<InputKind> kind_of_input(const std::string& input);

}  // namespace tensorleak::cli
