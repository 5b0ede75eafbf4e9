// The words beside a label: why it was given, and what to do.
#pragma once

#include <string>

#include "reports/analysis/findings.hpp"

namespace tensorleak::analysis {

/// The evidence of a site in one sentence, without a full stop. The site has its label, rate,
/// evidence and counts.
std::string explain(const Site& site);

/// What to do about it; empty where there is nothing to do.
std::string suggest(const Site& site);

}  // namespace tensorleak::analysis
