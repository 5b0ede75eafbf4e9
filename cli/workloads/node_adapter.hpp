// The adapter for TensorFlow.js: JavaScript that node runs before a program, and the addon that
// hands what it sees to libtrack. Every process of a run gets it by its environment, which node
// alone reads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tensorleak::cli {

/// Of which tensors of a script the stacks are taken.
enum class StackChoice : std::uint8_t { kAll, kAdaptive, kNone };

/// The adapter's folder: TENSORLEAK_TFJS, else share/tensorleak/tfjs beside this program's own
/// folder.
std::filesystem::path node_adapter_folder();

/// The script that node is to load first; nothing where the adapter is not installed.
std::optional<std::filesystem::path> node_preload();

/// An argument as NODE_OPTIONS has to spell it.
std::string quoted_for_node(const std::string& argument);

/// The environment ("NAME=value") with which node loads the adapter and records into the traces of
/// `folder`, an absolute path; event logs stand in where the addon is not there or does not load.
/// NODE_OPTIONS keeps what the user has in it. Empty where the adapter is not installed.
std::vector<std::string> node_environment(const std::filesystem::path& folder);

/// The environment that asks for these stacks; without a choice, the user's own stays.
std::vector<std::string> stack_environment(std::optional<StackChoice> stacks);

/// The variables by which node programs look for who holds survivors; none where they are not to.
std::vector<std::string> holder_environment(bool looks_for_holders);

}  // namespace tensorleak::cli
