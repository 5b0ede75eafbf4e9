#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>

#include "cli/answer.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/options.hpp"

namespace tensorleak::cli {

using analysis::Findings;
using trace::Result;

namespace {

Result<std::filesystem::path> not_written(const std::filesystem::path& path, std::error_code why) {
  return trace::fail({path, 0, 0, "the report cannot be written: " + why.message(),
                      "name another folder with -o"});
}

std::error_code last_error() {
  return {errno, std::generic_category()};
}

/// Writes report.json into the folder, which is made where it is missing; its path. A report that
/// is there already is replaced whole or not at all.
Result<std::filesystem::path> write_report(const Findings& findings,
                                           const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "report.json";
  const std::filesystem::path unfinished = folder / "report.json.unfinished";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return not_written(path, error);
  std::ofstream file(unfinished, std::ios::binary);
  file << report_of(findings);
  file.close();
  if (!file) {
    error = last_error();
    std::error_code ignored;
    std::filesystem::remove(unfinished, ignored);
    return not_written(path, error);
  }
  std::filesystem::rename(unfinished, path, error);
  if (error) return not_written(path, error);
  return path;
}

ExitCode run(const Settings& settings) {
  const auto findings = judge(settings);
  if (!findings) return refuse(findings.error());
  const auto answered = give_answer(*findings, settings);
  const auto report = write_report(*findings, settings.output_folder);
  if (!answered) return refuse(answered.error());
  if (!report) return refuse(report.error());
  if (!settings.quiet()) remark("report: " + report->string());
  return exit_codes(*findings).exit();
}

}  // namespace

void add_run_command(CLI::App& application, Action& chosen) {
  const auto settings = std::make_shared<Settings>();
  CLI::App* const command = application.add_subcommand(
      "run", "Judge a recording, print the answer and write report.json");
  add_input(*command, *settings, "An event log: .jsonl, plain or as .gz or .zst; - for a pipe");
  command
      ->add_option("-o,--output", settings->output_folder,
                   "Folder for report.json (default: tensorleak-out)")
      ->type_name("DIR");
  add_answer_options(*command, *settings);
  add_judging_options(*command, *settings);
  command->callback([settings, &chosen] { chosen = [settings] { return run(*settings); }; });
}

}  // namespace tensorleak::cli
