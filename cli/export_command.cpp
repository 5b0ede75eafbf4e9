#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/answer.hpp"
#include "cli/commands.hpp"
#include "cli/config_file.hpp"
#include "cli/console.hpp"
#include "cli/gate_options.hpp"
#include "cli/options.hpp"
#include "cli/write_file.hpp"
#include "reports/exports/exports.hpp"

namespace tensorleak::cli {

using trace::Result;

namespace {

using Export = std::string (*)(const exports::Exported&);

struct ExportSettings {
  Settings settings;
  Export to = nullptr;
  std::string output;  ///< a file; empty: standard output
  std::string root;    ///< empty: the working folder
};

Result<void> write(const ExportSettings& settings, const std::string& text) {
  if (settings.output.empty()) return write_output(text);
  const std::error_code error = write_file(settings.output, text);
  if (error) {
    return trace::fail({settings.output, 0, 0, "this cannot be written: " + error.message(),
                        "name another file with -o"});
  }
  return {};
}

/// Ends with 0 once the file is written, whatever the findings are: the gate is another command.
int export_as(const ExportSettings& settings) {
  auto rules = gate_rules(settings.settings.gate);
  if (!rules) return refuse(rules.error());
  auto findings = judge_or_read(settings.settings);
  if (!findings) return refuse(findings.error());
  const auto answer = pass_gate(std::move(*findings), std::move(*rules), settings.settings.gate);
  if (!answer) return refuse(answer.error());
  std::error_code ignored;
  const std::string root = settings.root.empty()
                               ? std::filesystem::current_path(ignored).string()
                               : std::filesystem::absolute(settings.root, ignored).string();
  const auto written =
      write(settings, settings.to({.findings = answer->findings,
                                   .judgement = answer->judgement ? &*answer->judgement : nullptr,
                                   .tool_version = tool_version(),
                                   .root = root}));
  return written ? static_cast<int>(ExitCode::kClean) : refuse(written.error());
}

}  // namespace

void add_export_command(CLI::App& application, Action& chosen) {
  const auto settings = std::make_shared<ExportSettings>();
  CLI::App& command =
      *application.add_subcommand("export", "Write the findings as a file for another tool");
  add_input(command, settings->settings,
            "A trace, an event log, or a report.json that an\nearlier run wrote");
  add_choice<Export>(command, "--to", settings->to,
                     {{"junit", exports::junit},
                      {"sarif", exports::sarif},
                      {"github", exports::github},
                      {"gitlab", exports::gitlab},
                      {"markdown", exports::markdown},
                      {"csv", exports::csv},
                      {"folded", exports::folded},
                      {"speedscope", exports::speedscope},
                      {"perfetto", exports::perfetto}},
                     "The format (docs/exports.md)")
      ->required();
  command.add_option("-o,--output", settings->output, "The file (default: standard output)")
      ->type_name("FILE");
  command
      .add_option("--root", settings->root,
                  "Paths below it are told relative to it\n(default: the current folder)")
      ->type_name("DIR");
  add_judging_options(command, settings->settings);
  add_gate_options(command, settings->settings.gate);
  add_config_option(command);
  command.callback([settings, &chosen] { chosen = [settings] { return export_as(*settings); }; });
}

}  // namespace tensorleak::cli
