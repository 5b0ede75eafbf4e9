// Memory beside tensors, in words.
#pragma once

#include <string>

#include "reports/analysis/findings.hpp"

namespace tensorleak::views {

/// "memory: RSS grew 45.2 MiB over 300 frames; tensors explain 44.9 MiB (99 %), 307.2 KiB is
/// outside tensors". Where RSS grows and tensors do not, what else is known to grow or to stand
/// still. Empty where there is no growth to explain.
std::string explained_growth(const analysis::Findings& findings);

}  // namespace tensorleak::views
