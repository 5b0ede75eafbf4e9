// The first line of the answer and the last.
#pragma once

#include <string>

#include "reports/analysis/findings.hpp"
#include "reports/views/text_style.hpp"

namespace tensorleak::views {

/// The verdict: "LEAK  2 sites grow by …", "CLEAN  …" or "NO VERDICT  …", without a line break.
std::string headline(const analysis::Findings& findings, const Paint& paint);

/// "SUMMARY: tensorleak: …", one line for grep, the same with and without colour.
std::string summary_line(const analysis::Findings& findings);

}  // namespace tensorleak::views
