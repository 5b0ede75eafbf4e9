#include "cli/application.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <new>
#include <span>
#include <string_view>

#include "cli/answer.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/usage.hpp"
#include "cli/workloads/input.hpp"

namespace tensorleak::cli {

namespace {

ExitCode usage_error(std::string_view message, const std::string& command) {
  complain(message);
  remark("try: tensorleak " + (command.empty() ? "" : command + " ") + "--help");
  return ExitCode::kUnusable;
}

/// `run … -- program args`: what stands behind the dashes is not ours to parse.
bool starts_a_program(std::span<char*> arguments) {
  return arguments.size() > 1 && std::string_view(arguments[1]) == "run" &&
         std::ranges::any_of(arguments, [](std::string_view word) { return word == "--"; });
}

ExitCode print(const std::string& text) {
  const auto written = write_output(text);
  return written ? ExitCode::kClean : refuse(written.error());
}

ExitCode run(std::span<char*> arguments) {
  if (starts_a_program(arguments)) {
    return usage_error(std::string("a program cannot be run; ") + kWhatIsRead, "run");
  }
  Action chosen;
  CLI::App application;
  application.require_subcommand(0, 1);
  add_run_command(application, chosen);
  add_report_command(application, chosen);
  add_check_command(application, chosen);
  add_help(application);
  try {
    application.parse(static_cast<int>(arguments.size()), arguments.data());
  } catch (const CLI::CallForHelp&) {
    return print(help_text(application));
  } catch (const CLI::CallForVersion&) {
    return print(application.version() + "\n");
  } catch (const CLI::ParseError& error) {
    return usage_error(usage_problem(application, error), named_command(application));
  }
  return chosen ? chosen() : usage_error("no command was given", "");
}

}  // namespace

int run_application(int argc, char** argv) noexcept {
  prepare_console();
  ExitCode code = ExitCode::kUnusable;
  try {
    code = run(std::span(argv, static_cast<std::size_t>(argc)));
  } catch (const std::bad_alloc&) {
    complain("there is not enough memory for this input");
  } catch (const std::exception& error) {
    complain(std::string("something went wrong that should not have: ") + error.what());
  } catch (...) {
    complain("something went wrong that should not have");
  }
  return static_cast<int>(code);
}

}  // namespace tensorleak::cli
