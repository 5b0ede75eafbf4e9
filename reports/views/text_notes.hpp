// The short lines below the sites: survivors that are no leak, resources, checks, facts of the
// recording that deserve to be known.
#pragma once

#include <string>
#include <vector>

#include "reports/analysis/findings.hpp"
#include "reports/views/text.hpp"

namespace tensorleak::views {

/// The lines, each of a kind and what it says: "checks: 80 of 80 counters agree". Names in them are
/// as the program gave them.
std::vector<std::string> note_lines(const analysis::Findings& findings, Verbosity verbosity);

/// The same as a part of the answer.
std::string notes(const analysis::Findings& findings, const TextOptions& options);

}  // namespace tensorleak::views
