// From an input to an answer on standard output: what all commands share.
#pragma once

#include <string>

#include "cli/exit_code.hpp"
#include "cli/gate.hpp"
#include "cli/settings.hpp"
#include "libtrack/trace/result.hpp"
#include "reports/analysis/findings.hpp"
#include "reports/symbols/source_maps/source_maps.hpp"

namespace tensorleak::cli {

/// "0.1.0".
std::string tool_version();

/// Judges the recording at `path` as `settings` say. `elsewhere`: see SourceMaps.
trace::Result<analysis::Findings> judge_recording_at(const std::string& path,
                                                     const Settings& settings,
                                                     const symbols::ReadElsewhere& elsewhere = {});

/// Judges what `settings` name for `run`: a recording, a workload script, which is run, or a page,
/// which is opened in a browser. An event log's tensors are made with libtrack as well, unless
/// `settings` say otherwise. Of several recordings of a page the one that weighs worst speaks.
trace::Result<analysis::Findings> judge_workload(const Settings& settings, const Weigh& weigh);

/// Judges the recording that `settings` name, or takes up the findings of a report.
trace::Result<analysis::Findings> judge_or_read(const Settings& settings);

/// What report.json holds for this answer.
std::string json_report(const Answer& answer);

/// What report.html holds for it.
std::string html_report(const Answer& answer);

/// Writes the answer to standard output, in the form that was asked for.
trace::Result<void> give_answer(const Answer& answer, const Settings& settings);

/// The whole of a command that writes no report: judges a recording, or takes up the findings of a
/// report, gives the answer, and ends by the verdict, or the gate's.
int answer_again(const Settings& settings);

/// Says on standard error what went wrong; the code to end with.
int refuse(const trace::Error& error);

}  // namespace tensorleak::cli
