// By which frames growth was judged, in words.
#pragma once

#include <string>

#include "reports/analysis/findings.hpp"

namespace tensorleak::views {

/// What the frames are, how many, how sure that is, and how to choose others; empty where the
/// recording's own marks were judged by, or nothing was.
std::string frames_in_words(const analysis::Findings& findings);

/// What the frames of one lane are, short enough for an axis: "frames found at draw, app.js:12:
/// 300, 97 % sure"; "frames" alone where the recording marks them.
std::string frames_on_axis(const analysis::Findings& findings, const analysis::Lane& lane);

/// When the memory limit is met, where frames have times: "4 GiB are gone in about 2.5 hours".
std::string time_left(const analysis::Findings& findings);

}  // namespace tensorleak::views
