#include "cli/answering_command.hpp"
#include "cli/commands.hpp"

namespace tensorleak::cli {

void add_report_command(CLI::App& application, Action& chosen) {
  add_answering_command(application, "report",
                        "Give the answer again, from a recording or a report",
                        std::make_shared<Settings>(), chosen);
}

}  // namespace tensorleak::cli
