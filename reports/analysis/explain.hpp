// The words beside a label: why it was given, in numbers.
#pragma once

#include <string>

#include "reports/analysis/findings.hpp"

namespace tensorleak::analysis {

/// The evidence of a site in one sentence with at least one number, without a full stop. The site
/// has its label, rate, evidence and counts.
std::string explain(const Site& site);

}  // namespace tensorleak::analysis
