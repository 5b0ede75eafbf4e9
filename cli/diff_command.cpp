#include <memory>
#include <string>
#include <utility>

#include "cli/answer.hpp"
#include "cli/commands.hpp"
#include "cli/config_file.hpp"
#include "cli/console.hpp"
#include "cli/options.hpp"
#include "reports/gate/comparison.hpp"
#include "reports/views/json_gate.hpp"
#include "reports/views/text_difference.hpp"

namespace tensorleak::cli {

using analysis::Findings;
using gate::Comparison;
using trace::Result;
using views::Trend;

namespace {

struct DiffSettings {
  Settings settings;  ///< without an input
  std::string before;
  std::string after;
};

Result<Findings> judge_at(const Settings& settings, const std::string& path) {
  Settings with_input = settings;
  with_input.input = path;
  return judge_or_read(with_input);
}

ExitCode exit_of(Trend trend) {
  switch (trend) {
    case Trend::kWorse:
      return ExitCode::kLeak;
    case Trend::kNoVerdict:
      return ExitCode::kNoVerdict;
    case Trend::kBetter:
    case Trend::kSame:
      break;
  }
  return ExitCode::kClean;
}

int diff(const DiffSettings& diff) {
  const auto before = judge_at(diff.settings, diff.before);
  if (!before) return refuse(before.error());
  const auto after = judge_at(diff.settings, diff.after);
  if (!after) return refuse(after.error());
  const std::string why = gate::why_not_comparable(*before, *after);
  if (!why.empty()) {
    return refuse({diff.after, 0, 0, "this cannot be compared with " + diff.before + ": " + why,
                   "judge both recordings alike (--frames)"});
  }
  const Comparison changes = gate::compare(*before, *after);
  const ExitCode exit = exit_of(views::trend_of(changes, *before, *after));
  const Settings& settings = diff.settings;
  const std::string words =
      settings.format == Format::kJson
          ? views::difference_json(
                changes, *before, *after,
                {.tool_version = tool_version(), .exit = static_cast<int>(exit), .applies = {}})
          : views::difference_text(
                changes, *before, *after,
                {wants_color(settings.color), settings.verbosity, output_width()});
  const auto written = write_output(words);
  return written ? static_cast<int>(exit) : refuse(written.error());
}

}  // namespace

void add_diff_command(CLI::App& application, Action& chosen) {
  const auto settings = std::make_shared<DiffSettings>();
  CLI::App& command =
      *application.add_subcommand("diff", "What leaks in B and not in A, and the other way round");
  command.add_option("A", settings->before, "A recording, or a report.json of one")
      ->required()
      ->type_name("");
  command.add_option("B", settings->after, "Another, that is compared with it")
      ->required()
      ->type_name("");
  add_answer_options(command, settings->settings);
  add_judging_options(command, settings->settings);
  add_config_option(command);
  command.callback([settings, &chosen] {
    if (settings->settings.format == Format::kHtml)
      throw CLI::ValidationError("--format", "a difference is text or json");
    chosen = [settings] { return diff(*settings); };
  });
}

}  // namespace tensorleak::cli
