#include "reports/views/json.hpp"
#include "reports/views/json_encode.hpp"
#include "reports/views/json_gate.hpp"

namespace tensorleak::views {

std::string json(const analysis::Findings& findings, const ReportContext& context) {
  Json report;
  report["format"] = kReportFormat;
  report["version"] = kReportVersion;
  report["revision"] = kReportRevision;
  report["tool"] = {{"name", "tensorleak"}, {"version", context.tool_version}};
  report["exit"] = context.exit;
  report["applies"] = context.applies;
  JsonWriter writer{report};
  fields(writer, findings);
  if (context.judgement != nullptr) report["gate"] = gate_json(*context.judgement, findings);
  return document_of(report);
}

}  // namespace tensorleak::views
