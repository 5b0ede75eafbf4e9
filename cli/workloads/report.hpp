// Reads a report that an earlier run has written.
#pragma once

#include <string>

#include "libtrack/trace/result.hpp"
#include "reports/analysis/findings.hpp"

namespace tensorleak::cli {

trace::Result<analysis::Findings> read_report(const std::string& path);

}  // namespace tensorleak::cli
