// Stacks as flame graphs show them.
#pragma once

#include <string>
#include <vector>

#include "reports/exports/exported.hpp"

namespace tensorleak::exports {

/// Outermost first: the site's label, its frames as "onFrame (app.js:14)", and its op.
std::vector<std::string> frame_names(const Exported& exported, const analysis::Site& site);

}  // namespace tensorleak::exports
