#include <memory>

#include "cli/answer.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"

namespace tensorleak::cli {

void add_report_command(CLI::App& application, Action& chosen) {
  const auto settings = std::make_shared<Settings>();
  CLI::App& command =
      *application.add_subcommand("report", "Give the answer again, from a recording or a report");
  add_input(command, *settings,
            "A trace, an event log, or a report.json that an\nearlier run wrote");
  add_answer_options(command, *settings);
  add_judging_options(command, *settings);
  command.callback(
      [settings, &chosen] { chosen = [settings] { return answer_again(*settings); }; });
}

}  // namespace tensorleak::cli
