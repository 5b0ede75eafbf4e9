// Populations for a page: what the chart of growth draws, and the small line beside each site.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "reports/analysis/findings.hpp"
#include "reports/views/html_markup.hpp"

namespace tensorleak::views {

/// Indices of the sites that have a layer of their own in the chart: the worst leaks; where nothing
/// leaks, the first groups.
std::vector<std::size_t> charted_sites(const analysis::Findings& findings);

/// Whether there is a population to draw.
bool has_growth(const analysis::Findings& findings);

/// The data of the chart as JSON that can stand inside a <script>: pure ASCII without "<", ">" and
/// "&". What makes the frames (`source`), and for each lane what stands at its `axis`, `marks`,
/// `tensors` and `bytes` of everything alive, and `layers` of single sites at the same marks.
std::string chart_data(const analysis::Findings& findings);

/// The site's population as a line of a few centimetres; nothing where it has none.
Markup sparkline(const analysis::Site& site, const analysis::Findings& findings);

}  // namespace tensorleak::views
