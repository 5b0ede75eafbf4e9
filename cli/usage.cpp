#include "cli/usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/answer.hpp"

namespace tensorleak::cli {

namespace {

constexpr const char* kDescription =
    "Finds the tensors that a program forgot: whether it leaks, how many tensors and\n"
    "bytes per frame, and which line to fix.";

constexpr const char* kFooter =
    "Examples:\n"
    "  tensorleak run -- ./program args…        run a program, judge what it records\n"
    "  tensorleak run frames.jsonl.gz           judge a recording, write a report\n"
    "  tensorleak check frames.jsonl --quiet    one line, and the exit code\n"
    "  tensorleak report tensorleak-out/report.json --verbose\n"
    "  tensorleak diff main.json tensorleak-out/report.json\n"
    "\n"
    "Exit codes: 0 clean; 1 leak; 2 usage, or a file that cannot be read or written;\n"
    "3 no verdict; 4 the program itself failed.\n"
    "`tensorleak COMMAND --help` lists the options of a command.";

/// Leaves out what the library adds behind an option's name, such as REQUIRED and Excludes.
class PlainFormatter : public CLI::Formatter {
 public:
  PlainFormatter() {
    constexpr std::size_t kDescriptionColumn = 30;
    column_width(kDescriptionColumn);
    label("Positionals", "Input");
    label("SUBCOMMAND", "COMMAND");
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string type = option->get_type_name();
    return type.empty() ? "" : " " + type;
  }
};

void explain_commands(CLI::App& application, const std::shared_ptr<CLI::Formatter>& formatter) {
  for (CLI::App* const command : application.get_subcommands({})) {
    command->group("Commands");
    command->formatter(formatter);
    command->set_help_flag("-h,--help", "Print this and exit");
    explain_commands(*command, formatter);
  }
}

}  // namespace

void add_help(CLI::App& application) {
  const auto formatter = std::make_shared<PlainFormatter>();
  application.name("tensorleak");
  application.description(kDescription);
  application.footer(kFooter);
  application.formatter(formatter);
  application.set_help_flag("-h,--help", "Print this and exit");
  application.set_version_flag("--version", "tensorleak " + tool_version(),
                               "Print the version and exit");
  explain_commands(application, formatter);
}

std::string help_text(const CLI::App& application) {
  std::string help = application.help();
  // The library leaves two lines between groups of options and none behind the description.
  for (auto gap = help.find("\n\n\n"); gap != std::string::npos; gap = help.find("\n\n\n")) {
    help.erase(gap, 1);
  }
  while (help.ends_with("\n\n"))
    help.pop_back();
  return help;
}

std::string named_command(const CLI::App& application) {
  const auto commands = application.get_subcommands();
  if (commands.empty()) return "";
  const std::string part = named_command(*commands.front());
  return commands.front()->get_name() + (part.empty() ? "" : " " + part);
}

std::string usage_problem(const CLI::App& application, const CLI::ParseError& error) {
  const auto unexpected = application.remaining(true);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !unexpected.empty()) {
    const std::string& word = unexpected.front();
    if (word.starts_with('-')) return fmt::format("there is no option {}", word);
    if (named_command(application).empty()) return fmt::format("there is no command \"{}\"", word);
    return fmt::format("\"{}\" is one input too many", word);
  }
  std::string problem = error.what();
  std::ranges::replace(problem, '\n', ' ');
  return problem;
}

}  // namespace tensorleak::cli
