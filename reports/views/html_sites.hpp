// All groups of survivors on a page: cards of those that need a look, a table of all.
#pragma once

#include <cstddef>

#include "reports/analysis/findings.hpp"
#include "reports/views/html_markup.hpp"

namespace tensorleak::views {

/// Groups that a page shows at once; more are a click away, and left out where scripts are off.
inline constexpr std::size_t kFirstGroups = 200;
/// Groups that a page holds at all; it says how many more there are.
inline constexpr std::size_t kMostGroups = 2'000;

/// Leaks and undecided groups, worst first, then resources that leak below the tensors: what each
/// is, the line that made it, why it is called so, and what to do. Nothing where there is none.
Markup sites_section(const analysis::Findings& findings);

/// Every group as a row of a table, for sorting and filtering; below it the cards of those that
/// are no leak.
Markup survivors_section(const analysis::Findings& findings);

}  // namespace tensorleak::views
