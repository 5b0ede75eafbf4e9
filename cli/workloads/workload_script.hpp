// Runs a workload script (docs/workload-script.md) with libtrack, recorded, and judges it.
#pragma once

#include <filesystem>
#include <string>

#include "cli/workloads/program.hpp"
#include "libtrack/trace/result.hpp"
#include "reports/analysis/findings.hpp"

namespace tensorleak::cli {

/// Runs the script at `path` in this process; its trace is FOLDER/trace.tltrace. A run that reaches
/// the script's memory limit ends there, and a note says so. Fails on a mistake in the script,
/// where the folder cannot be written, and where this process is recorded already.
trace::Result<analysis::Findings> judge_workload_script(const std::string& path,
                                                        const std::filesystem::path& folder,
                                                        const JudgeTrace& judge);

}  // namespace tensorleak::cli
