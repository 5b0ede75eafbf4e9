// The options that commands share, each declared once.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cli/settings.hpp"

namespace tensorleak::cli {

namespace detail {

/// An option that takes one of `names`, which is given to `set`.
CLI::Option* add_words(CLI::App& command, const std::string& option,
                       const std::vector<std::string>& names,
                       const std::function<void(const std::string&)>& set,
                       const std::string& description);

}  // namespace detail

/// The one INPUT that a command takes. `settings` must outlive `command`, here and below.
void add_input(CLI::App& command, Settings& settings, const std::string& description,
               bool required = true);

template <class E>
using Choices = std::vector<std::pair<std::string, E>>;

/// An option that takes one of a few words. The library's own for this says "FAILED".
template <class E>
CLI::Option* add_choice(CLI::App& command, const std::string& option, E& target,
                        const Choices<E>& choices, const std::string& description) {
  std::vector<std::string> names;
  names.reserve(choices.size());
  for (const auto& [name, value] : choices)
    names.push_back(name);
  const auto set = [&target, choices](const std::string& word) {
    for (const auto& [name, value] : choices) {
      if (name == word) target = value;
    }
  };
  return detail::add_words(command, option, names, set, description);
}

/// --format, --quiet, --verbose, --color: what the answer looks like.
void add_answer_options(CLI::App& command, Settings& settings);

/// --framework, --source, --limit: how a recording is judged.
void add_judging_options(CLI::App& command, Settings& settings);

}  // namespace tensorleak::cli
