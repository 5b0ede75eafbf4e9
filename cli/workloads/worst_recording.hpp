// The several recordings of one run, such as those of its processes, judged together.
#pragma once

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

/// The findings of the worst recording (the first where none is worse), with notes on the others,
/// which are each called another `what`. There must be one at least.
trace::Result<analysis::Findings> judge_worst(const std::vector<std::filesystem::path>& recordings,
                                              std::string_view what, const JudgeTrace& judge);

}  // namespace tensorleak::cli
