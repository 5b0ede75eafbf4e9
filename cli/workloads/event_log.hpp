// Replays an event log through the analysis.
#pragma once

#include <string>

#include "cli/progress.hpp"
#include "libtrack/trace/result.hpp"
#include "reports/analysis/analyzer.hpp"

namespace tensorleak::cli {

/// What the analysis finds in the log at `path`. Any malformed line but a cut last one is an error.
trace::Result<analysis::Findings> judge_event_log(const std::string& path,
                                                  const analysis::Options& options,
                                                  Progress::Surroundings surroundings);

}  // namespace tensorleak::cli
