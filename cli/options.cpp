#include "cli/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/size.hpp"

namespace tensorleak::cli {

using analysis::FrameChoice;
using views::Verbosity;

namespace {

/// "text, json or html", "auto, always or never".
std::string listed(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool last = i + 1 == names.size();
    list += (i == 0 ? "" : last ? " or " : ", ") + names[i];
  }
  return list;
}

std::string why_no_size(const std::string& text) {
  const auto size = parse_size(text);
  return size ? "" : size.error();
}

}  // namespace

CLI::Option* detail::add_words(CLI::App& command, const std::string& option,
                               const std::vector<std::string>& names,
                               const std::function<void(const std::string&)>& set,
                               const std::string& description) {
  const auto check = [names](const std::string& word) -> std::string {
    if (std::ranges::find(names, word) != names.end()) return "";
    return fmt::format("expected {}, found \"{}\"", listed(names), word);
  };
  return command.add_option_function<std::string>(option, set, description)
      ->type_name(fmt::format("{}", fmt::join(names, "|")))
      ->check(check);
}

void add_input(CLI::App& command, Settings& settings, const std::string& description,
               bool required) {
  command.add_option("INPUT", settings.input, description)->required(required)->type_name("");
}

void add_answer_options(CLI::App& command, Settings& settings) {
  const std::string group = "What the answer looks like";
  add_choice<Format>(command, "--format", settings.format,
                     {{"text", Format::kText}, {"json", Format::kJson}, {"html", Format::kHtml}},
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
  add_choice<FrameChoice>(command, "--frames", settings.frames.choice,
                          {{"any", FrameChoice::kAny},
                           {"marks", FrameChoice::kMarks},
                           {"found", FrameChoice::kFound},
                           {"time", FrameChoice::kTime}},
                          "What frames are: the recording's marks, the turns of a\n"
                          "loop that is found, or slices of time. any, the\n"
                          "default: the first of these that there is")
      ->group(group);
  command
      .add_option("--frame-on", settings.frames.frame_on,
                  "What begins a frame: a function, FILE:LINE or a scope")
      ->type_name("PLACE")
      ->group(group);
  const auto set_limit = [&settings](const std::string& text) {
    settings.memory_limit = parse_size(text).value();
  };
  command
      .add_option_function<std::string>("--limit", set_limit,
                                        "Memory that a leak may fill, such as 512MB\n"
                                        "(default: the machine's, or the container's)")
      ->type_name("SIZE")
      ->check(why_no_size)
      ->group(group);
}

}  // namespace tensorleak::cli
