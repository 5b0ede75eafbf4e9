#include "cli/application.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <new>
#include <span>
#include <string_view>
#include <vector>

#include "cli/answer.hpp"
#include "cli/commands.hpp"
#include "cli/config_file.hpp"
#include "cli/console.hpp"
#include "cli/usage.hpp"

namespace tensorleak::cli {

namespace {

int usage_error(std::string_view message, const std::string& command) {
  complain(message);
  remark("try: tensorleak " + (command.empty() ? "" : command + " ") + "--help");
  return static_cast<int>(ExitCode::kUnusable);
}

/// `run … -- program args…`: what stands behind the dashes is not ours to parse.
struct CommandLine {
  std::vector<char*> own;
  std::vector<std::string> program;
  bool has_dashes = false;
};

CommandLine split(std::span<char*> arguments) {
  CommandLine line;
  const bool can_run = arguments.size() > 1 && std::string_view(arguments[1]) == "run";
  const auto dashes = can_run ? std::ranges::find(arguments, std::string_view("--"),
                                                  [](char* word) { return std::string_view(word); })
                              : arguments.end();
  line.own.assign(arguments.begin(), dashes);
  line.has_dashes = dashes != arguments.end();
  if (line.has_dashes) line.program.assign(dashes + 1, arguments.end());
  return line;
}

int print(const std::string& text) {
  const auto written = write_output(text);
  return written ? 0 : refuse(written.error());
}

int run(std::span<char*> arguments) {
  CommandLine line = split(arguments);
  if (line.has_dashes && line.program.empty()) {
    return usage_error("no program stands behind --", "run");
  }
  Action chosen;
  CLI::App application;
  application.require_subcommand(0, 1);
  add_run_command(application, line.program, chosen);
  add_report_command(application, chosen);
  add_check_command(application, chosen);
  add_diff_command(application, chosen);
  add_export_command(application, chosen);
  add_trace_command(application, chosen);
  add_panel_command(application, chosen);
  add_help(application);
  try {
    application.parse(static_cast<int>(line.own.size()), line.own.data());
  } catch (const CLI::CallForHelp&) {
    return print(help_text(application));
  } catch (const CLI::CallForVersion&) {
    return print(application.version() + "\n");
  } catch (const CLI::ParseError& error) {
    return usage_error(usage_problem(application, error), named_command(application));
  }
  if (const auto configured = apply_config(application); !configured)
    return refuse(configured.error());
  return chosen ? chosen() : usage_error("no command was given", "");
}

}  // namespace

int run_application(int argc, char** argv) noexcept {
  prepare_console();
  int code = static_cast<int>(ExitCode::kUnusable);
  try {
    code = run(std::span(argv, static_cast<std::size_t>(argc)));
  } catch (const std::bad_alloc&) {
    complain("there is not enough memory for this input");
  } catch (const std::exception& error) {
    complain(std::string("something went wrong that should not have: ") + error.what());
  } catch (...) {
    complain("something went wrong that should not have");
  }
  return code;
}

}  // namespace tensorleak::cli
