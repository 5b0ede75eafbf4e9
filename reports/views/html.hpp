// The report as one HTML file: nothing is fetched, so that it can be opened from a disk, sent and
// kept. Its parts stand in html/, and are built into the program.
//
// Names that come from the program are text in it, never markup (html_markup.hpp). Should one get
// through all the same, the page's Content-Security-Policy lets only the style and the scripts run
// that were built into it, by their hashes, and forbids every request.
//
// It can be read with scripts off: they draw the chart, sort, filter and copy.
#pragma once

#include <string>

#include "reports/analysis/findings.hpp"
#include "reports/views/json.hpp"

namespace tensorleak::views {

/// The whole page.
std::string html(const analysis::Findings& findings, const ReportContext& context);

}  // namespace tensorleak::views
