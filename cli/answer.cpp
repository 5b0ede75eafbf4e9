#include "cli/answer.hpp"

#include <utility>

#include "cli/console.hpp"
#include "cli/machine_memory.hpp"
#include "cli/progress.hpp"
#include "cli/workloads/allocation_replay.hpp"
#include "cli/workloads/browser/page_workload.hpp"
#include "cli/workloads/input.hpp"
#include "cli/workloads/recording.hpp"
#include "cli/workloads/report.hpp"
#include "cli/workloads/workload_script.hpp"
#include "reports/views/html.hpp"
#include "reports/views/json.hpp"
#include "reports/views/text.hpp"
#include "reports/views/text_gate.hpp"

namespace tensorleak::cli {

using analysis::Findings;
using trace::Result;

namespace {

Result<Findings> judge_as(const Settings& settings, const std::string& path, EventWitness witness,
                          symbols::ReadElsewhere elsewhere) {
  analysis::Options options;
  options.framework_patterns = settings.framework_patterns;
  const auto limit = settings.memory_limit ? Result<std::uint64_t>(*settings.memory_limit)
                                           : default_memory_limit(options.memory_limit);
  if (!limit) return trace::fail(limit.error());
  options.memory_limit = *limit;
  options.source_root = settings.source_root;
  return judge_recording(
      path, std::move(options), settings.frames,
      {progress_on_terminal(settings.quiet()), std::move(witness), std::move(elsewhere)});
}

Result<Findings> judge_with_allocations(const Settings& settings) {
  AllocationReplay allocations;
  const auto witness = [&](const trace::Event& event) { allocations.consume(event); };
  auto findings = judge_as(settings, settings.input, witness, {});
  if (!findings) return findings;
  const auto& totals = findings->totals;
  if (auto note = allocations.note(totals.end_tensors, totals.end_bytes)) {
    findings->notes.push_back(std::move(*note));
  }
  return findings;
}

/// A page names its files as its folder does.
Settings with_sources_of_page(Settings settings) {
  if (settings.source_root.empty()) settings.source_root = folder_of_page(settings.input);
  return settings;
}

views::ReportContext context_of(const Answer& answer) {
  const ExitCodes codes = exit_codes(answer);
  return {.tool_version = tool_version(),
          .exit = static_cast<int>(codes.exit()),
          .applies = codes.applying(),
          .judgement = answer.judgement ? &*answer.judgement : nullptr};
}

std::string text_of(const Answer& answer, const Settings& settings) {
  const views::TextOptions options{wants_color(settings.color), settings.verbosity, output_width()};
  if (!answer.judgement) return views::text(answer.findings, options);
  const views::Gated gated{answer.findings, *answer.judgement, *answer.rules};
  return settings.gate.prints_suppressions ? views::suppressions_for(gated)
                                           : views::text(gated, options);
}

}  // namespace

std::string tool_version() {
  return TENSORLEAK_VERSION;
}

Result<Findings> judge_recording_at(const std::string& path, const Settings& settings,
                                    const symbols::ReadElsewhere& elsewhere) {
  return judge_as(settings, path, {}, elsewhere);
}

Result<Findings> judge_or_read(const Settings& settings) {
  const auto kind = kind_of_input(settings.input);
  if (!kind) return trace::fail(kind.error());
  if (*kind == InputKind::kScript) {
    return trace::fail({settings.input, 0, 0, "this is a workload script, and no recording",
                        "run it with tensorleak run, and judge the trace that it leaves"});
  }
  if (*kind == InputKind::kPage) {
    return trace::fail({settings.input, 0, 0, "this is a page, and no recording",
                        "open it with tensorleak run, and judge the log that it leaves"});
  }
  if (*kind != InputKind::kReport) return judge_recording_at(settings.input, settings);
  if (settings.judges()) {
    return trace::fail({settings.input, 0, 0, "this is a report, and was judged already",
                        "give --limit, --framework, --source and --frames with the recording"});
  }
  return read_report(settings.input);
}

Result<Findings> judge_workload(const Settings& settings, const Weigh& weigh) {
  const auto kind = kind_of_input(settings.input);
  if (!kind) return trace::fail(kind.error());
  switch (*kind) {
    case InputKind::kReport:
      return trace::fail({settings.input, 0, 0, "this is a report, and was judged already",
                          "show it with tensorleak report"});
    case InputKind::kScript:
      return judge_workload_script(
          settings.input, settings.output_folder,
          [&](const std::string& trace) { return judge_recording_at(trace, settings); });
    case InputKind::kPage:
      return judge_page(
          settings.input, settings.page, settings.output_folder,
          [&](const std::string& log, const symbols::ReadElsewhere& elsewhere) {
            return judge_recording_at(log, with_sources_of_page(settings), elsewhere);
          },
          weigh);
    case InputKind::kEventLog:
      if (settings.allocates) return judge_with_allocations(settings);
      break;
    case InputKind::kTrace:
      break;
  }
  return judge_recording_at(settings.input, settings);
}

std::string json_report(const Answer& answer) {
  return views::json(answer.findings, context_of(answer));
}

std::string html_report(const Answer& answer) {
  return views::html(answer.findings, context_of(answer));
}

Result<void> give_answer(const Answer& answer, const Settings& settings) {
  if (settings.format == Format::kJson) return write_output(json_report(answer));
  if (settings.format == Format::kHtml) return write_output(html_report(answer));
  return write_output(text_of(answer, settings));
}

int answer_again(const Settings& settings) {
  auto rules = gate_rules(settings.gate);
  if (!rules) return refuse(rules.error());
  auto findings = judge_or_read(settings);
  if (!findings) return refuse(findings.error());
  const auto answer = pass_gate(std::move(*findings), std::move(*rules), settings.gate);
  if (!answer) return refuse(answer.error());
  const auto answered = give_answer(*answer, settings);
  if (!answered) return refuse(answered.error());
  return static_cast<int>(exit_codes(*answer).exit());
}

int refuse(const trace::Error& error) {
  complain(error.text());
  return static_cast<int>(ExitCode::kUnusable);
}

}  // namespace tensorleak::cli
