// Findings for the tests of the views, as the analysis would give them.
#pragma once

#include "reports/analysis/findings.hpp"

namespace tensorleak::views {

/// A page with ml5's image classifier: two growing sites, the model's weights retained.
analysis::Findings leaking_example();

/// The same page with a version of ml5 that does not leak.
analysis::Findings clean_example();

/// A log without a single tensor.
analysis::Findings blind_example();

/// Every field of every type is set, to values that no other field has.
analysis::Findings full_example();

}  // namespace tensorleak::views
