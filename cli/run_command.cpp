#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include "cli/answer.hpp"
#include "cli/commands.hpp"
#include "cli/config_file.hpp"
#include "cli/console.hpp"
#include "cli/gate_options.hpp"
#include "cli/options.hpp"
#include "cli/page_options.hpp"
#include "cli/workloads/program.hpp"
#include "cli/workloads/why_blind.hpp"
#include "cli/write_file.hpp"

namespace tensorleak::cli {

using analysis::Findings;
using trace::Result;

namespace {

/// Whose exit code `run` ends with.
enum class EndsAs : std::uint8_t { kVerdict, kProgram };

struct RunSettings {
  Settings settings;
  std::vector<std::string> program;  ///< and its arguments; empty: a recording is judged
  EndsAs ends_as = EndsAs::kVerdict;
  ProgramWishes wishes;
};

Result<std::filesystem::path> not_written(const std::filesystem::path& path, std::error_code why) {
  return trace::fail({path, 0, 0, "the report cannot be written: " + why.message(),
                      "name another folder with -o"});
}

Result<std::filesystem::path> write_report(const std::filesystem::path& path,
                                           const std::string& content) {
  const std::error_code error = write_file(path, content);
  if (error) return not_written(path, error);
  return path;
}

/// Writes report.json and report.html into the folder, which is made where it is missing; the path
/// of the one that people read.
Result<std::filesystem::path> write_reports(const Answer& answer,
                                            const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return not_written(folder / "report.json", error);
  const auto json = write_report(folder / "report.json", json_report(answer));
  if (!json) return json;
  return write_report(folder / "report.html", html_report(answer));
}

/// Where holders were asked for, and of no survivor one was told.
void note_missing_holders(Findings& findings) {
  const auto is_known = [](const analysis::Site& site) { return site.held_by.has_value(); };
  if (findings.sites.empty() || std::ranges::any_of(findings.sites, is_known)) return;
  findings.notes.emplace_back(
      "--who: who holds the survivors is not known: no process of node could look into its heap; "
      "where one tried, standard error has why");
}

Result<Findings> watch(RunSettings run, const Weigh& weigh) {
  run.settings.page.stacks = run.wishes.stacks;
  if (run.program.empty()) return judge_workload(run.settings, weigh);
  if (run.wishes.holders) {
    const std::string why_not = why_no_holders(run.program[0]);
    if (!why_not.empty())
      return trace::fail({"--who", 0, 0, why_not, "it is for programs that node runs"});
  }
  const auto program = record_program(run.program, run.settings.output_folder, run.wishes);
  if (!program) return trace::fail(program.error());
  const auto judge = [&](const std::string& trace) {
    return judge_recording_at(trace, run.settings);
  };
  auto findings = judge_program(run.program, *program, run.wishes, judge, weigh);
  if (findings && run.wishes.holders) note_missing_holders(*findings);
  return findings;
}

int exit_of(const RunSettings& run, const Answer& answer) {
  const auto& end = answer.findings.program_end;
  if (run.ends_as == EndsAs::kProgram && end) return static_cast<int>(end->exit_code);
  return static_cast<int>(exit_codes(answer).exit());
}

int run(const RunSettings& run) {
  const auto rules = gate_rules(run.settings.gate);
  if (!rules) return refuse(rules.error());
  auto findings = watch(run, weigh_by(*rules));
  if (!findings) return refuse(findings.error());
  const auto answer = pass_gate(std::move(*findings), *rules, run.settings.gate);
  if (!answer) return refuse(answer.error());
  const auto answered = give_answer(*answer, run.settings);
  const auto report = write_reports(*answer, run.settings.output_folder);
  if (!answered) return refuse(answered.error());
  if (!report) return refuse(report.error());
  if (!run.settings.quiet()) remark("report: " + report->string());
  return exit_of(run, *answer);
}

}  // namespace

void add_run_command(CLI::App& application, const std::vector<std::string>& program,
                     Action& chosen) {
  const auto run_settings = std::make_shared<RunSettings>();
  run_settings->program = program;
  Settings& settings = run_settings->settings;
  CLI::App* const command =
      application.add_subcommand("run",
                                 "Judge a recording, or run a program and judge what it records;\n"
                                 "print the answer and write report.html and report.json");
  add_input(
      *command, settings,
      "A page (.html, a folder with index.html, or a URL),\na workload script (.json), a trace "
      "(.tltrace) or an\nevent log: .jsonl, plain or as .gz or .zst; - for a\npipe. Or instead "
      "of it, last: -- PROGRAM ARGS…",
      program.empty());
  command
      ->add_option(
          "-o,--output", settings.output_folder,
          "Folder for the reports and, of a program, its\ntraces (default: tensorleak-out)")
      ->type_name("DIR");
  add_choice<EndsAs>(*command, "--exit-code", run_settings->ends_as,
                     {{"verdict", EndsAs::kVerdict}, {"program", EndsAs::kProgram}},
                     "Whose exit code to end with (default: verdict)");
  add_choice<std::optional<StackChoice>>(
      *command, "--stacks", run_settings->wishes.stacks,
      {{"all", StackChoice::kAll},
       {"adaptive", StackChoice::kAdaptive},
       {"none", StackChoice::kNone}},
      "Of which tensors of a script the stacks are taken\n(default: adaptive)");
  command->add_flag(
      "--who", run_settings->wishes.holders,
      "Of a program in node: find out who holds survivors,\nin snapshots of its heap");
  add_choice<std::optional<Preload>>(
      *command, "--adapter", run_settings->wishes.adapter, {{"heap", Preload::kHeap}},
      "What to put into a program that knows nothing of\ntensors. heap: its plain memory is "
      "recorded, in\nblocks of TENSORLEAK_HEAP_MIN (default: 1KiB) or more");
  command->add_flag_callback(
      "--no-alloc", [&settings] { settings.allocates = false; },
      "Only count a log's tensors; do not make and dispose\nthem with libtrack as well");
  add_page_options(*command, settings.page);
  add_answer_options(*command, settings);
  add_judging_options(*command, settings);
  add_gate_options(*command, settings.gate);
  add_config_option(*command);
  command->callback([run_settings, command, &chosen] {
    if (!run_settings->program.empty() && !run_settings->settings.input.empty()) {
      throw CLI::ValidationError(command->get_name(),
                                 "either an INPUT or a program behind -- can be watched, not both");
    }
    if (run_settings->program.empty() && run_settings->wishes.holders) {
      throw CLI::ValidationError(command->get_name(),
                                 "--who looks into a program while it runs: name one behind --, "
                                 "such as -- node program.js");
    }
    if (run_settings->program.empty() && run_settings->wishes.adapter) {
      throw CLI::ValidationError(command->get_name(),
                                 "--adapter is put into a program while it runs: name one behind "
                                 "--, such as -- ./program");
    }
    chosen = [run_settings] { return run(*run_settings); };
  });
}

}  // namespace tensorleak::cli
