// Why there is no verdict, or why a verdict is less than sure, and what to do about it, in words.
#pragma once

#include <string>

#include "reports/analysis/findings.hpp"

namespace tensorleak::views {

/// What `doubt` is in this recording: "the log has no end event".
std::string reason(analysis::Doubt doubt, const analysis::Findings& findings);

/// What to do about it: "record at least 2 more frames".
std::string cure(analysis::Doubt doubt, const analysis::Findings& findings);

/// How the recording stopped, in words; meaningful for anything but a clean end.
std::string ending_in_words(analysis::Completeness completeness);

/// "ended with exit code 3", "was ended by signal 11 (Segmentation fault)".
std::string ending_in_words(const analysis::ProgramEnd& end);

/// Frames of all lanes.
std::uint64_t frames_of(const analysis::Findings& findings);

}  // namespace tensorleak::views
