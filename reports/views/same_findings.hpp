// Whether two findings are equal in every member; for tests.
#pragma once

#include "reports/analysis/findings.hpp"

namespace tensorleak::views {

bool same(const analysis::Findings& a, const analysis::Findings& b);

}  // namespace tensorleak::views
