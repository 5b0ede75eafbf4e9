#include "cli/gate_options.hpp"

#include <string>
#include <vector>

#include "cli/limit_words.hpp"

namespace tensorleak::cli {

using gate::Measure;

namespace {

const char* const kGroup = "The gate: what may leak";

void add_limit(CLI::App& command, GateSettings& settings, const std::string& option,
               const std::string& type, Measure measure, const std::string& description) {
  const auto set = [&settings, measure](const std::vector<std::string>& all) {
    for (const std::string& text : all)
      settings.limits.push_back(parse_limit(measure, text).value());
  };
  const auto check = [measure](const std::string& text) {
    const auto limit = parse_limit(measure, text);
    return limit ? "" : limit.error();
  };
  command.add_option_function<std::vector<std::string>>(option, set, description)
      ->type_name(type)
      ->allow_extra_args(false)
      ->check(check)
      ->group(kGroup);
}

}  // namespace

void add_gate_options(CLI::App& command, GateSettings& settings) {
  add_limit(command, settings, "--max-leaks", "N", Measure::kLeaks,
            "Leaking sites and resources (default: 0). Here and in\n"
            "the next two, WHAT:NAME=N limits a part, of which WHAT\n"
            "is label, scope or site; can be repeated");
  add_limit(command, settings, "--max-growth", "SIZE", Measure::kGrowth,
            "Bytes per frame by which growing sites may grow");
  add_limit(command, settings, "--max-survivors", "N", Measure::kSurvivors,
            "Tensors that are alive, whatever their label");
  command
      .add_option("--baseline", settings.baseline,
                  "A report.json: what leaks there as much may leak")
      ->type_name("FILE")
      ->group(kGroup);
  command
      .add_flag("--update-baseline", settings.updates_baseline, "Make what leaks now the baseline")
      ->group(kGroup);
  command
      .add_option("--suppressions", settings.suppression_files,
                  "Leaks that may be, as LeakSanitizer has them and more\n"
                  "(docs/gate.md); can be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group(kGroup);
  command
      .add_flag("--print-suppressions", settings.prints_suppressions,
                "Print, instead of the answer, lines for such a file")
      ->group(kGroup);
}

}  // namespace tensorleak::cli
