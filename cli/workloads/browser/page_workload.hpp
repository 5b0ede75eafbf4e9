// A page on TensorFlow.js, opened in a browser and judged by what its tensors did.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "cli/workloads/browser/page_settings.hpp"
#include "cli/workloads/worst_recording.hpp"
#include "libtrack/trace/result.hpp"
#include "reports/analysis/findings.hpp"
#include "reports/symbols/source_maps/source_maps.hpp"

namespace tensorleak::cli {

/// Judges one log of a page; `elsewhere`: see SourceMaps.
using JudgePageLog = std::function<trace::Result<analysis::Findings>(
    const std::string& log, const symbols::ReadElsewhere& elsewhere)>;

/// Opens `input`, an .html file, a folder with an index.html or a URL; files are served on loopback
/// from their folder. The page, each frame in it and each worker that makes tensors leaves an event
/// log, FOLDER/trace.PROCESS.NUMBER.jsonl; the findings are those of the one that weighs worst.
/// What goes wrong in the page goes to standard error. Fails where there is no browser and where
/// the page does not open.
trace::Result<analysis::Findings> judge_page(const std::string& input, const PageSettings& settings,
                                             const std::filesystem::path& folder,
                                             const JudgePageLog& judge, const Weigh& weigh);

/// The folder that a page of the disk is served from; empty for a URL.
std::string folder_of_page(const std::string& input);

}  // namespace tensorleak::cli
