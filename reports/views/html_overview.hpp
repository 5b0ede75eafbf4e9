// The top of a page, which is to be read without scrolling, and the facts at its end.
#pragma once

#include "reports/analysis/findings.hpp"
#include "reports/views/html_markup.hpp"
#include "reports/views/json.hpp"

namespace tensorleak::views {

/// The verdict in its colour, its sentence, what was watched, what casts doubt on it, and the line
/// to fix first.
Markup verdict_section(const analysis::Findings& findings);

/// The few numbers that tell how bad it is.
Markup key_figures(const analysis::Findings& findings);

/// Where the chart is drawn; nothing where there is no growth to see.
Markup growth_section(const analysis::Findings& findings);

/// What else was seen: notes, counters, resources, the program, the recording, the exit code.
Markup recording_section(const analysis::Findings& findings, const ReportContext& context);

}  // namespace tensorleak::views
