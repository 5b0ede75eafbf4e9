#include "cli/answering_command.hpp"
#include "cli/commands.hpp"
#include "cli/gate_options.hpp"

namespace tensorleak::cli {

void add_check_command(CLI::App& application, Action& chosen) {
  const auto settings = std::make_shared<Settings>();
  CLI::App& command = add_answering_command(application, "check",
                                            "The gate: exit by the verdict, or by limits,\n"
                                            "a baseline and suppressions; write no report",
                                            settings, chosen);
  add_gate_options(command, settings->gate);
}

}  // namespace tensorleak::cli
