// The several recordings of one run, such as those of its processes, judged together.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "libtrack/trace/result.hpp"
#include "reports/analysis/findings.hpp"

namespace tensorleak::cli {

/// Judges one trace.
using JudgeTrace = std::function<trace::Result<analysis::Findings>(const std::string& path)>;

/// How bad a recording is, the higher the worse.
enum class Badness : std::uint8_t { kSaysNothing, kClean, kDoubtful, kLeaks };
using Weigh = std::function<Badness(const analysis::Findings&)>;

/// By the verdict: leaks are worse than doubts, and a recording without tensors says nothing.
Badness badness(const analysis::Findings& findings);

/// The findings of the worst recording (the first where none is worse), with notes on the others,
/// which are each called another `what`. There must be one at least.
trace::Result<analysis::Findings> judge_worst(const std::vector<std::filesystem::path>& recordings,
                                              std::string_view what, const JudgeTrace& judge,
                                              const Weigh& weigh);

}  // namespace tensorleak::cli
