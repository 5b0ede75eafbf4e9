// A command that answers from a recording or a report, and writes nothing.
#pragma once

#include <string>

#include "cli/commands.hpp"

namespace tensorleak::cli {

/// Declares such a command on `application`, with its INPUT and its options. When the command line
/// names it, `chosen` becomes answer_again() (cli/answer.hpp); `chosen` must outlive `application`.
void add_answering_command(CLI::App& application, const std::string& name,
                           const std::string& description, Action& chosen);

}  // namespace tensorleak::cli
