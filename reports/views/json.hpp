// The report as JSON, and back: report.json is what other tools, later runs and the gate read.
// docs/report.md explains it field by field, docs/report.schema.json is its schema.
//
// Nothing of the findings is lost on the way out and back, but for bytes in names that are not
// UTF-8: JSON cannot carry them, so they become U+FFFD.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "libtrack/trace/result.hpp"
#include "reports/analysis/findings.hpp"
#include "reports/gate/judgement.hpp"

namespace tensorleak::views {

inline constexpr std::string_view kReportFormat = "tensorleak-report";
/// Raised only when a reader of the version before would misunderstand the report.
inline constexpr unsigned kReportVersion = 1;
/// Raised with the fields that are added within a version. A report has all fields of its revision;
/// one that does not tell its revision has those of the first, and may have some of the second.
inline constexpr unsigned kReportRevision = 5;
inline constexpr unsigned kFirstRevision = 1;

/// What the report says beside the findings.
struct ReportContext {
  std::string tool_version;
  int exit = 0;              ///< the exit code that the findings give
  std::vector<int> applies;  ///< all codes that apply, by precedence
  /// What the gate said of the findings; nullptr: it was not asked. Reading a report skips it.
  const gate::Judgement* judgement = nullptr;
};

/// The report, indented, in an order of fields that never changes, ending in a line break.
std::string json(const analysis::Findings& findings, const ReportContext& context);

/// The findings of a report. `file` is how errors name it. A syntax error has its line and column;
/// a wrong or missing field its JSON pointer. Fields that this version does not know are skipped,
/// and such as came after the report's revision may be missing.
trace::Result<analysis::Findings> findings_from_json(std::string_view text,
                                                     const std::string& file);

}  // namespace tensorleak::views
