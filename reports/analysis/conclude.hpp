// The last step of an analysis: from a finished replay to findings.
#pragma once

#include "libtrack/trace/event_source.hpp"
#include "reports/analysis/analyzer.hpp"
#include "reports/analysis/findings.hpp"
#include "reports/analysis/replay.hpp"

namespace tensorleak::analysis {

/// Groups, judges and describes what the replay saw. Brings the replay's series to their final
/// stride, hence not const.
Findings conclude(Replay& replay, const Options& options, const FrameBasis& frames_by,
                  trace::Ending ending);

}  // namespace tensorleak::analysis
