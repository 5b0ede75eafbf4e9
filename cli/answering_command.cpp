#include "cli/answering_command.hpp"

#include "cli/answer.hpp"
#include "cli/config_file.hpp"
#include "cli/options.hpp"

namespace tensorleak::cli {

CLI::App& add_answering_command(CLI::App& application, const std::string& name,
                                const std::string& description,
                                const std::shared_ptr<Settings>& settings, Action& chosen) {
  CLI::App& command = *application.add_subcommand(name, description);
  add_input(command, *settings,
            "A trace, an event log, or a report.json that an\nearlier run wrote");
  add_answer_options(command, *settings);
  add_judging_options(command, *settings);
  add_config_option(command);
  command.callback(
      [settings, &chosen] { chosen = [settings] { return answer_again(*settings); }; });
  return command;
}

}  // namespace tensorleak::cli
