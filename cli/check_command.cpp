#include "cli/answering_command.hpp"
#include "cli/commands.hpp"

namespace tensorleak::cli {

void add_check_command(CLI::App& application, Action& chosen) {
  add_answering_command(application, "check", "The gate: exit by the verdict, write nothing",
                        chosen);
}

}  // namespace tensorleak::cli
