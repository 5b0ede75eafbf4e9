#include "cli/workloads/browser/page_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/workloads/whole_file.hpp"

namespace tensorleak::cli {

using trace::Result;

namespace fs = std::filesystem;

namespace {

/// The name of the script in stacks; the agent leaves out what begins with kOwn.
constexpr const char* kOwn = "tensorleak:";

/// Loads the scripts from `files`; in an adapter's folder page/.
constexpr const char* kLoader = "loader.js";

Result<std::vector<fs::path>> scripts_in(const fs::path& folder) {
  std::vector<fs::path> scripts;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".cjs") scripts.push_back(entry.path());
  }
  if (error || scripts.empty()) {
    return trace::fail({folder, 0, 0, "the adapter for TensorFlow.js is not installed here",
                        "install it, or name its folder in TENSORLEAK_TFJS"});
  }
  std::ranges::sort(scripts);
  return scripts;
}

/// `"folder/file.cjs": function (…) { … },` for each script of a folder.
Result<std::string> functions_of(const fs::path& adapter, const std::string& folder) {
  const auto scripts = scripts_in(adapter / folder);
  if (!scripts) return trace::fail(scripts.error());
  std::string functions;
  for (const fs::path& script : *scripts) {
    const auto source = read_whole_file(script);
    if (!source) return trace::fail(source.error());
    functions += fmt::format("\"{}/{}\": function (module, exports, require) {{\n{}}},\n", folder,
                             script.filename().string(), *source);
  }
  return functions;
}

/// Bytes of the character of UTF-8 that begins with `lead`.
std::size_t length_of_character(char lead) {
  constexpr unsigned kTwo = 0xc0;
  constexpr unsigned kThree = 0xe0;
  constexpr unsigned kFour = 0xf0;
  const auto bits = static_cast<unsigned char>(lead);
  if (bits < kTwo) return 1;
  if (bits < kThree) return 2;
  return bits < kFour ? 3 : 4;
}

/// UTF-8 as JavaScript in ASCII: a page may take its scripts for any encoding.
std::string in_ascii(std::string_view script) {
  std::string ascii;
  for (std::size_t at = 0; at < script.size();) {
    const std::string_view character = script.substr(at, length_of_character(script[at]));
    at += character.size();
    if (static_cast<signed char>(character.front()) > 0) {
      ascii += character;
      continue;
    }
    const std::string quoted =
        nlohmann::json(character).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    ascii.append(quoted, 1, quoted.size() - 2);
  }
  return ascii;
}

/// The scripts of these folders and `load`, which gives what one of them exports.
Result<std::string> modules(const fs::path& adapter, std::span<const char* const> folders) {
  std::string script = "const files = {\n";
  for (const char* const folder : folders) {
    const auto functions = functions_of(adapter, folder);
    if (!functions) return trace::fail(functions.error());
    script += *functions;
  }
  const auto loader = read_whole_file(adapter / "page" / kLoader);
  if (!loader) return trace::fail(loader.error());
  return script + "};\n" + *loader;
}

}  // namespace

Result<std::string> page_script(const fs::path& adapter, const PageScriptOptions& options) {
  const auto files = modules(adapter, std::array{"agent", "page"});
  if (!files) return trace::fail(files.error());
  const nlohmann::json start = {
      {"own", kOwn}, {"stacks", options.stacks}, {"frames", options.frames}};
  std::string script = fmt::format(
      "(() => {{\n'use strict';\nconst send = globalThis.{0};\nif (typeof send !== 'function') "
      "return;\ndelete globalThis.{0};\nif (Symbol.for('tensorleak.agent') in globalThis) "
      "return;\n",
      kPageBinding);
  script += *files;
  script += fmt::format(
      "try {{\n  load('page/start.cjs').startInPage(globalThis, {{ send, ...{} }});\n}} catch {{\n"
      "  // The page goes on without us.\n}}\n}})();\n//# sourceURL={}agent.js\n",
      start.dump(), kOwn);
  return script;
}

Result<std::string> panel_script(const fs::path& adapter, const std::string& version) {
  const auto files = modules(adapter, std::array{"agent", "page", "panel"});
  if (!files) return trace::fail(files.error());
  const nlohmann::json start = {{"own", kOwn}};
  std::string script = fmt::format(
      "// tensorleak {}: shows the tensors of TensorFlow.js and ml5.js in this page, and which of "
      "them leak.\n// First among the page's scripts, or pasted into the browser's console.\n",
      version);
  script +=
      "(() => {\n'use strict';\nconst agent = globalThis[Symbol.for('tensorleak.agent')];\n"
      "if (agent) {\n  if (agent.show) agent.show();\n  return;\n}\n";
  script += *files;
  script += fmt::format(
      "try {{\n  load('panel/start.cjs').startPanel(globalThis, {});\n}} catch (error) {{\n"
      "  console.error(`tensorleak: the panel cannot start: ${{error.message}}`);\n}}\n}})();\n"
      "//# sourceURL={}panel.js\n",
      start.dump(), kOwn);
  return in_ascii(script);
}

}  // namespace tensorleak::cli
