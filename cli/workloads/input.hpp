// What the INPUT of a command is.
#pragma once

#include <cstdint>
#include <string>

#include "libtrack/trace/result.hpp"

namespace tensorleak::cli {

enum class InputKind : std::uint8_t {
  kEventLog,  ///< docs/event-log.md; plain, .gz or .zst, or a pipe
  kReport,    ///< docs/report.md
};

/// Looks at the name and the first bytes. Fails in words where there is nothing to read, and on
/// workload scripts, pages, URLs and traces, which this version does not take.
trace::Result<InputKind> kind_of_input(const std::string& input);

/// How errors about an input of a kind that this version does not take end.
inline constexpr const char* kWhatIsRead = "this version reads event logs (.jsonl, .gz, .zst)";

}  // namespace tensorleak::cli
