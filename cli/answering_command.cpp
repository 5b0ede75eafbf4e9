#include "cli/answering_command.hpp"

#include <memory>

#include "cli/answer.hpp"
#include "cli/options.hpp"

namespace tensorleak::cli {

void add_answering_command(CLI::App& application, const std::string& name,
                           const std::string& description, Action& chosen) {
  const auto settings = std::make_shared<Settings>();
  CLI::App& command = *application.add_subcommand(name, description);
  add_input(command, *settings,
            "A trace, an event log, or a report.json that an\nearlier run wrote");
  add_answer_options(command, *settings);
  add_judging_options(command, *settings);
  command.callback(
      [settings, &chosen] { chosen = [settings] { return answer_again(*settings); }; });
}

}  // namespace tensorleak::cli
