#include "cli/workloads/node_adapter.hpp"

#include <cstdlib>
#include <system_error>

#include "cli/workloads/output_folder.hpp"

namespace tensorleak::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPreload = "node/register.cjs";
constexpr const char* kAddon = "addon/tensorleak.node";

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

std::string own_value(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

fs::path node_adapter_folder() {
  std::error_code ignored;
  const std::string named = own_value("TENSORLEAK_TFJS");
  if (!named.empty()) return fs::absolute(named, ignored);
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  return (program.parent_path() / "../share/tensorleak/tfjs").lexically_normal();
}

std::optional<fs::path> node_preload() {
  const fs::path preload = node_adapter_folder() / kPreload;
  return is_there(preload) ? std::optional(preload) : std::nullopt;
}

std::string quoted_for_node(const std::string& argument) {
  if (argument.find_first_of(" \"\\") == std::string::npos) return argument;
  std::string quoted = "\"";
  for (const char letter : argument) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + "\"";
}

std::vector<std::string> node_environment(const fs::path& folder) {
  const std::optional<fs::path> preload = node_preload();
  if (!preload) return {};
  std::string options = own_value("NODE_OPTIONS");
  if (!options.empty()) options += ' ';
  options += "--require " + quoted_for_node(preload->string());
  std::vector<std::string> environment = {
      "NODE_OPTIONS=" + options,
      "TENSORLEAK_TFJS_LOG=" + log_of(folder, "%p", "%t").string(),
  };
  const fs::path addon = node_adapter_folder() / kAddon;
  if (is_there(addon)) environment.push_back("TENSORLEAK_TFJS_ADDON=" + addon.string());
  return environment;
}

std::vector<std::string> stack_environment(std::optional<StackChoice> stacks) {
  if (!stacks) return {};
  switch (*stacks) {
    case StackChoice::kAll:
      return {"TENSORLEAK_STACKS=all"};
    case StackChoice::kAdaptive:
      return {"TENSORLEAK_STACKS=adaptive"};
    case StackChoice::kNone:
      return {"TENSORLEAK_STACKS=none", "TENSORLEAK_CAPTURE=none"};
  }
  return {};
}

std::vector<std::string> holder_environment(bool looks_for_holders) {
  if (!looks_for_holders) return {};
  return {"TENSORLEAK_WHO=1"};
}

}  // namespace tensorleak::cli
