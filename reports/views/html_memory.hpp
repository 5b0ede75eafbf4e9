// Memory beside tensors: RSS, the runtime's own counters and resources, number by number.
#pragma once

#include "reports/analysis/findings.hpp"
#include "reports/views/html_markup.hpp"

namespace tensorleak::views {

/// A table of what was counted at marks, tensors first; nothing where nothing was.
Markup memory_section(const analysis::Findings& findings);

}  // namespace tensorleak::views
