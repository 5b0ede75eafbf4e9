// Validates a report against docs/report.schema.json; for tests.
#pragma once

#include <string>

namespace tensorleak::views {

/// Empty where `report` keeps the schema, else the first thing that is wrong and where.
std::string schema_violation(const std::string& report, const std::string& schema_path);

}  // namespace tensorleak::views
