// What earlier disposal, or a pool, would save: two tables of sites.
#pragma once

#include "reports/analysis/findings.hpp"
#include "reports/views/html_markup.hpp"

namespace tensorleak::views {

/// The sites whose tensors lay idle at the peak, and those that make large tensors anew in every
/// frame; nothing where neither is worth a word.
Markup last_use_section(const analysis::Findings& findings);

}  // namespace tensorleak::views
