// Replays a recording, a binary trace or an event log, through the analysis.
#pragma once

#include <functional>
#include <string>

#include "cli/progress.hpp"
#include "libtrack/trace/event.hpp"
#include "libtrack/trace/result.hpp"
#include "reports/analysis/analyzer.hpp"
#include "reports/analysis/frames/frame_scout.hpp"
#include "reports/symbols/source_maps/source_maps.hpp"

namespace tensorleak::cli {

/// Sees each event of a recording as the analysis does.
using EventWitness = std::function<void(const trace::Event& event)>;

/// What goes on around the reading of a recording.
struct Reading {
  Progress::Surroundings surroundings;
  EventWitness witness = {};
  symbols::ReadElsewhere elsewhere = {};  ///< files of the program that are not on the disk
};

/// What the analysis finds in the recording at `path`, with the names that the modules of a trace
/// give to its addresses. Any malformed line of a log but a cut last one is an error; of a damaged
/// trace all that is sound is used. Where no marks settle what frames are, the recording is read
/// twice; a pipe is kept in a temporary file for that.
trace::Result<analysis::Findings> judge_recording(const std::string& path,
                                                  analysis::Options options,
                                                  const analysis::FrameRequest& frames,
                                                  const Reading& reading);

}  // namespace tensorleak::cli
