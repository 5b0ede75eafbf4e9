// A command that answers from a recording or a report, and writes no report.
#pragma once

#include <memory>
#include <string>

#include "cli/commands.hpp"
#include "cli/settings.hpp"

namespace tensorleak::cli {

/// Declares such a command on `application`, with its INPUT and its options, which set `settings`;
/// returns it, so that more can be added. When the command line names it, `chosen` becomes
/// answer_again() (cli/answer.hpp); `chosen` must outlive `application`.
CLI::App& add_answering_command(CLI::App& application, const std::string& name,
                                const std::string& description,
                                const std::shared_ptr<Settings>& settings, Action& chosen);

}  // namespace tensorleak::cli
