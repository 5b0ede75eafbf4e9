#include "cli/answer.hpp"

#include "cli/console.hpp"
#include "cli/progress.hpp"
#include "cli/workloads/event_log.hpp"
#include "cli/workloads/input.hpp"
#include "cli/workloads/report.hpp"
#include "reports/views/json.hpp"
#include "reports/views/text.hpp"

namespace tensorleak::cli {

using analysis::Findings;
using trace::Result;

namespace {

Result<Findings> judge_log(const Settings& settings) {
  analysis::Options options;
  options.framework_patterns = settings.framework_patterns;
  options.memory_limit = settings.memory_limit.value_or(options.memory_limit);
  options.source_root = settings.source_root;
  return judge_event_log(settings.input, options, progress_on_terminal(settings.quiet()));
}

Result<Findings> judge_or_read(const Settings& settings) {
  const auto kind = kind_of_input(settings.input);
  if (!kind) return trace::fail(kind.error());
  if (*kind == InputKind::kEventLog) return judge_log(settings);
  if (settings.judges()) {
    return trace::fail({settings.input, 0, 0, "this is a report, and was judged already",
                        "give --limit, --framework and --source with the event log"});
  }
  return read_report(settings.input);
}

}  // namespace

std::string tool_version() {
  return TENSORLEAK_VERSION;
}

Result<Findings> judge(const Settings& settings) {
  const auto kind = kind_of_input(settings.input);
  if (!kind) return trace::fail(kind.error());
  if (*kind == InputKind::kReport) {
    return trace::fail({settings.input, 0, 0, "this is a report, and was judged already",
                        "show it with tensorleak report"});
  }
  return judge_log(settings);
}

std::string report_of(const Findings& findings) {
  const ExitCodes codes = exit_codes(findings);
  return views::json(findings, {tool_version(), static_cast<int>(codes.exit()), codes.applying()});
}

Result<void> give_answer(const Findings& findings, const Settings& settings) {
  if (settings.format == Format::kJson) return write_output(report_of(findings));
  return write_output(
      views::text(findings, {wants_color(settings.color), settings.verbosity, output_width()}));
}

ExitCode answer_again(const Settings& settings) {
  const auto findings = judge_or_read(settings);
  if (!findings) return refuse(findings.error());
  const auto answered = give_answer(*findings, settings);
  return answered ? exit_codes(*findings).exit() : refuse(answered.error());
}

ExitCode refuse(const trace::Error& error) {
  complain(error.text());
  return ExitCode::kUnusable;
}

}  // namespace tensorleak::cli
