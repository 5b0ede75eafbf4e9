// The verdict over a whole run, from the findings about its parts.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "reports/analysis/findings.hpp"
#include "reports/analysis/growth.hpp"

namespace tensorleak::analysis {

/// The verdict over all sites, resources and doubts of `findings`. `memory_limit` is in bytes.
Verdict verdict_of(const Findings& findings, std::uint64_t memory_limit);

}  // namespace tensorleak::analysis
