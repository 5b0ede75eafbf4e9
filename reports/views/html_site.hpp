// The card of one group of survivors, or of one resource below the tensors.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "reports/analysis/findings.hpp"
#include "reports/views/html_markup.hpp"

namespace tensorleak::views {

/// Label, amount, what it is, the line that made it, why, the fix; folded: the stack and the
/// numbers. `index` is the site's place in the findings.
Markup site_card(std::size_t index, const analysis::Findings& findings);

/// Label, name, growth and why.
Markup resource_card(const analysis::ResourceFinding& resource);

/// The line of the user's code that made a site's tensors, and the source where it is there.
Markup user_line(const analysis::Site& site);

/// The label as a badge in its colour.
Markup label_badge(analysis::Label label);

/// The number by which a page calls a site, in the colour that it has in the chart.
Markup number_chip(std::size_t index, const analysis::Findings& findings);

/// What links to the site's card call it: "site-3".
std::string anchor(std::size_t index);

}  // namespace tensorleak::views
