#include "cli/options.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/size.hpp"

namespace tensorleak::cli {

using views::Verbosity;

namespace {

template <class E>
using Choices = std::vector<std::pair<std::string, E>>;

/// "text or json", "auto, always or never".
template <class E>
std::string listed(const Choices<E>& choices) {
  std::string names;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const bool last = i + 1 == choices.size();
    names += (i == 0 ? "" : last ? " or " : ", ") + choices[i].first;
  }
  return names;
}

/// "text|json", for the help.
template <class E>
std::string alternatives(const Choices<E>& choices) {
  std::string names;
  for (const auto& [name, value] : choices)
    names += (names.empty() ? "" : "|") + name;
  return names;
}

/// An option that takes one of a few words. The library's own for this says "FAILED".
template <class E>
CLI::Option* add_choice(CLI::App& command, const std::string& option, E& target,
                        const Choices<E>& choices, const std::string& description) {
  const auto set = [&target, choices](const std::string& word) {
    for (const auto& [name, value] : choices) {
      if (name == word) target = value;
    }
  };
  const auto check = [choices](const std::string& word) -> std::string {
    for (const auto& [name, value] : choices) {
      if (name == word) return "";
    }
    return fmt::format("expected {}, found \"{}\"", listed(choices), word);
  };
  return command.add_option_function<std::string>(option, set, description)
      ->type_name(alternatives(choices))
      ->check(check);
}

std::string why_no_size(const std::string& text) {
  const auto size = parse_size(text);
  return size ? "" : size.error();
}

}  // namespace

void add_input(CLI::App& command, Settings& settings, const std::string& description) {
  command.add_option("INPUT", settings.input, description)->required()->type_name("");
}

void add_answer_options(CLI::App& command, Settings& settings) {
  const std::string group = "What the answer looks like";
  add_choice<Format>(command, "--format", settings.format,
                     {{"text", Format::kText}, {"json", Format::kJson}},
                     "What goes to standard output (default: text)")
      ->group(group);
  CLI::Option* const quiet = command.add_flag_callback(
      "-q,--quiet", [&settings] { settings.verbosity = Verbosity::kQuiet; },
      "The first line alone");
  CLI::Option* const verbose = command.add_flag_callback(
      "-v,--verbose", [&settings] { settings.verbosity = Verbosity::kVerbose; },
      "All groups of tensors, whole stacks, populations");
  quiet->group(group)->excludes(verbose);
  verbose->group(group);
  add_choice<ColorChoice>(command, "--color", settings.color,
                          {{"auto", ColorChoice::kAuto},
                           {"always", ColorChoice::kAlways},
                           {"never", ColorChoice::kNever}},
                          "auto, the default: on a terminal, unless\nNO_COLOR is set")
      ->group(group);
}

void add_judging_options(CLI::App& command, Settings& settings) {
  const std::string group = "How a recording is judged";
  command
      .add_option("--framework", settings.framework_patterns,
                  "Code whose path has this part, or fits this glob,\n"
                  "is a library's and not yours; can be repeated")
      ->type_name("PATTERN")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option("--source", settings.source_root,
                  "Where relative source files are looked up\n(default: the current folder)")
      ->type_name("DIR")
      ->group(group);
  const auto set_limit = [&settings](const std::string& text) {
    settings.memory_limit = parse_size(text).value();
  };
  command
      .add_option_function<std::string>("--limit", set_limit,
                                        "Memory that a leak may fill, such as 512MB\n"
                                        "(default: 4GiB)")
      ->type_name("SIZE")
      ->check(why_no_size)
      ->group(group);
}

}  // namespace tensorleak::cli
