// The gate's judgement, and the difference of two reports, as JSON. docs/report.md ("Gate") and
// docs/gate.md ("The difference as JSON") explain the fields.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "reports/gate/judgement.hpp"
#include "reports/views/json.hpp"

namespace tensorleak::views {

/// The report's field `gate`.
nlohmann::ordered_json gate_json(const gate::Judgement& judgement,
                                 const analysis::Findings& findings);

inline constexpr std::string_view kDifferenceFormat = "tensorleak-diff";
inline constexpr unsigned kDifferenceVersion = 1;

/// What changed from one report to the next, as a document.
std::string difference_json(const gate::Comparison& changes, const analysis::Findings& before,
                            const analysis::Findings& after, const ReportContext& context);

}  // namespace tensorleak::views
