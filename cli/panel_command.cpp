#include <memory>
#include <string>

#include "cli/answer.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/workloads/browser/page_script.hpp"
#include "cli/workloads/node_adapter.hpp"
#include "cli/write_file.hpp"

namespace tensorleak::cli {

namespace {

int give_panel(const std::string& file) {
  const auto script = panel_script(node_adapter_folder(), tool_version());
  if (!script) return refuse(script.error());
  if (file.empty()) {
    const auto written = write_output(*script);
    return written ? 0 : refuse(written.error());
  }
  const std::error_code error = write_file(file, *script);
  if (!error) return 0;
  return refuse({file, 0, 0, "the script cannot be written: " + error.message(),
                 "name another file with -o"});
}

}  // namespace

void add_panel_command(CLI::App& application, Action& chosen) {
  const auto file = std::make_shared<std::string>();
  CLI::App* const command = application.add_subcommand(
      "panel", "Give tensorleak.js: a panel for a page, by a script tag or the browser's console");
  command->add_option("-o,--output", *file, "The file to write (default: standard output)")
      ->type_name("FILE");
  command->callback([file, &chosen] { chosen = [file] { return give_panel(*file); }; });
}

}  // namespace tensorleak::cli
