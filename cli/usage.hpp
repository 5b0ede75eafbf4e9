// How the command line is explained, and how mistakes in it are told.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace tensorleak::cli {

/// Gives `application`, which has all its commands already, its help.
void add_help(CLI::App& application);

/// The help of `application`, or of its command that the command line names.
std::string help_text(const CLI::App& application);

/// What was wrong with the command line that `application` could not parse.
std::string usage_problem(const CLI::App& application, const CLI::ParseError& error);

/// The command that the command line names; empty where it names none.
std::string named_command(const CLI::App& application);

}  // namespace tensorleak::cli
