#include "cli/config_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "cli/workloads/whole_file.hpp"

namespace tensorleak::cli {

using trace::Result;

namespace {

const char* const kOption = "--config";
const char* const kUsualName = "tensorleak.toml";

/// What the file says in its order, without the marks that the library puts between sections.
struct Config {
  std::string path;
  std::string text;
  std::vector<CLI::ConfigItem> items;
};

bool is_mark(const CLI::ConfigItem& item) {
  return item.name == "++" || item.name == "--";
}

/// The line of a key, or of its section where that is asked for by an empty one; 0: not found.
std::uint64_t line_of(const Config& config, const std::string& section, const std::string& key) {
  std::istringstream lines(config.text);
  std::string current;
  std::uint64_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    CLI::detail::trim(line);
    if (line.starts_with('[') && line.ends_with(']')) {
      current = line.substr(1, line.size() - 2);
      if (key.empty() && current == section) return number;
      continue;
    }
    std::string name = line.substr(0, line.find('='));
    CLI::detail::trim(name);
    CLI::detail::remove_quotes(name);
    if (!key.empty() && name == key && current == section) return number;
  }
  return 0;
}

/// The line without its comment and without blanks around it.
std::string without_comment(const std::string& line) {
  char quote = 0;
  std::size_t end = 0;
  for (; end < line.size(); ++end) {
    const char letter = line[end];
    if (quote == 0 && letter == '#') break;
    if (letter == quote) {
      quote = 0;
    } else if (quote == 0 && (letter == '"' || letter == '\'')) {
      quote = letter;
    }
  }
  return CLI::detail::trim_copy(line.substr(0, end));
}

/// Whether a list begins in the line and does not end in it.
bool is_open_list(const std::string& line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string::npos) return false;
  const std::string value = CLI::detail::trim_copy(line.substr(equals + 1));
  return value.starts_with('[') && !value.ends_with(']');
}

/// What the library reads wrongly is made plain for it: comments, and lists over several lines.
std::string simplified(const std::string& text) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::string whole = without_comment(line);
    while (is_open_list(whole) && std::getline(lines, line))
      whole += ' ' + without_comment(line);
    if (const std::size_t comma = whole.find_last_not_of(" ]");
        whole.ends_with(']') && comma != std::string::npos && whole[comma] == ',')
      whole[comma] = ' ';
    result += whole + '\n';
  }
  return result;
}

Result<Config> read_config(const std::string& path) {
  auto text = read_whole_file(path);
  if (!text) return trace::fail(text.error());
  Config config{.path = path, .text = std::move(*text), .items = {}};
  std::istringstream stream(simplified(config.text));
  CLI::ConfigTOML reader;
  reader.comment('\x01');  // they are gone, and a # that is left stands within quotes
  config.items = reader.from_config(stream);
  return config;
}

CLI::Option* option_of(CLI::App& command, const std::string& key) {
  CLI::Option* const option = command.get_option_no_throw("--" + key);
  const bool can_be_given = option != nullptr && key != "config" && key != "help";
  return can_be_given ? option : nullptr;
}

CLI::App* command_of(CLI::App& application, const std::string& name) {
  const auto commands = application.get_subcommands({});
  const auto found = std::ranges::find(commands, name, &CLI::App::get_name);
  return found == commands.end() ? nullptr : *found;
}

bool is_known_to_any(CLI::App& application, const std::string& key) {
  return std::ranges::any_of(application.get_subcommands({}), [&](CLI::App* command) {
    return option_of(*command, key) != nullptr;
  });
}

/// Whether the command line, or a nearer section, has said it, or something that excludes it.
bool is_given(const CLI::Option& option) {
  return option.count() > 0 ||
         std::ranges::any_of(option.get_excludes(),
                             [](const CLI::Option* other) { return other->count() > 0; });
}

/// Throws what the library throws at a wrong value on the command line.
void give(CLI::Option& option, const CLI::ConfigItem& item) {
  if (option.get_expected_max() == 0) {
    option.add_result(option.get_flag_value(item.name, CLI::ConfigTOML().to_flag(item)));
  } else {
    option.add_result(item.inputs);
  }
  option.run_callback();
}

class Application {
 public:
  Application(CLI::App& application, CLI::App& command, const Config& config)
      : application_(application), command_(command), config_(config) {}

  /// The command's own section comes first, so that it has the last word.
  Result<void> apply() {
    for (const bool own : {true, false}) {
      for (const CLI::ConfigItem& item : config_.items) {
        const auto applied = apply(item, own);
        if (!applied) return applied;
      }
    }
    return {};
  }

 private:
  Result<void> apply(const CLI::ConfigItem& item, bool own) {
    const std::string section = item.parents.empty() ? "" : item.parents.front();
    CLI::App* const named = section.empty() ? nullptr : command_of(application_, section);
    if (!section.empty() && (named == nullptr || item.parents.size() > 1)) {
      return fail(section, "", fmt::format("there is no command \"{}\"", section),
                  "name a section after a command, or put its keys above all sections");
    }
    if (is_mark(item)) return {};
    const bool is_known = named == nullptr ? is_known_to_any(application_, item.name)
                                           : option_of(*named, item.name) != nullptr;
    if (!is_known) {
      return fail(section, item.name, fmt::format("unknown key \"{}\"", item.name),
                  "keys are options without their dashes: tensorleak check --help lists them");
    }
    if (own ? named != &command_ : named != nullptr) return {};
    CLI::Option* const option = option_of(command_, item.name);
    if (option == nullptr || is_given(*option)) return {};
    try {
      give(*option, item);
    } catch (const CLI::ParseError& error) {
      std::string what = error.what();
      std::ranges::replace(what, '\n', ' ');
      return fail(section, item.name, what, "");
    }
    return {};
  }

  Result<void> fail(const std::string& section, const std::string& key, std::string what,
                    std::string cure) const {
    return trace::fail(
        {config_.path, line_of(config_, section, key), 0, std::move(what), std::move(cure)});
  }

  CLI::App& application_;
  CLI::App& command_;
  const Config& config_;
};

}  // namespace

void add_config_option(CLI::App& command) {
  command
      .add_option(kOption,
                  "A file with options (default: tensorleak.toml in the\n"
                  "working folder, where there is one)")
      ->type_name("FILE");
}

Result<void> apply_config(CLI::App& application) {
  const auto commands = application.get_subcommands();
  if (commands.empty()) return {};
  CLI::App& command = *commands.front();
  const CLI::Option* const option = command.get_option_no_throw(kOption);
  if (option == nullptr) return {};
  std::error_code ignored;
  if (option->count() == 0 && !std::filesystem::exists(kUsualName, ignored)) return {};
  const auto config = read_config(option->count() > 0 ? option->results().front() : kUsualName);
  if (!config) return trace::fail(config.error());
  return Application(application, command, *config).apply();
}

}  // namespace tensorleak::cli
