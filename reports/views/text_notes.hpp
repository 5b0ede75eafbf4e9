// The short lines below the sites: survivors that are no leak, resources, checks, facts of the
// recording that deserve to be known.
#pragma once

#include <string>

#include "reports/analysis/findings.hpp"
#include "reports/views/text.hpp"

namespace tensorleak::views {

std::string notes(const analysis::Findings& findings, const TextOptions& options);

}  // namespace tensorleak::views
