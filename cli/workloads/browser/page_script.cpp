#include "cli/workloads/browser/page_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>
#include <vector>

#include "cli/workloads/whole_file.hpp"

namespace tensorleak::cli {

using trace::Result;

namespace fs = std::filesystem;

namespace {

/// The name of the script in stacks; the agent leaves out what begins with kOwn.
constexpr const char* kOwn = "tensorleak:";

constexpr const char* kLoader = R"js(
const loaded = {};
// './x' is in the folder of who asks, '../folder/x' names its own.
const load = (name) => {
  if (loaded[name] === undefined) {
    const module = loaded[name] = { exports: {} };
    const folder = name.slice(0, name.indexOf('/') + 1);
    const require = (file) => load(file.startsWith('../') ? file.slice(3) : folder + file.slice(2));
    files[name](module, module.exports, require);
  }
  return loaded[name].exports;
};
)js";

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

}  // namespace

Result<std::string> page_script(const fs::path& adapter, const PageScriptOptions& options) {
  const auto agent = functions_of(adapter, "agent");
  if (!agent) return trace::fail(agent.error());
  const auto page = functions_of(adapter, "page");
  if (!page) return trace::fail(page.error());
  const nlohmann::json start = {
      {"own", kOwn}, {"stacks", options.stacks}, {"frames", options.frames}};
  std::string script = fmt::format(
      "(() => {{\n'use strict';\nconst send = globalThis.{0};\nif (typeof send !== 'function') "
      "return;\ndelete globalThis.{0};\nif (Symbol.for('tensorleak.agent') in globalThis) "
      "return;\n",
      kPageBinding);
  script += "const files = {\n" + *agent + *page + "};\n" + kLoader;
  script += fmt::format(
      "try {{\n  load('page/start.cjs').startInPage(globalThis, {{ send, ...{} }});\n}} catch {{\n"
      "  // The page goes on without us.\n}}\n}})();\n//# sourceURL={}agent.js\n",
      start.dump(), kOwn);
  return script;
}

}  // namespace tensorleak::cli
