#include "cli/workloads/why_blind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string_view>

#include "cli/workloads/node_adapter.hpp"

namespace tensorleak::cli {

namespace {

constexpr std::string_view kElfMagic =
    "\x7f"
    "ELF";

std::string quoted(const std::string& word) {
  std::string result = "'";
  for (const char letter : word)
    result += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return result + "'";
}

/// What a line of the shell prints, without its last line break.
std::string printed_by(const std::string& line) {
  // NOLINTNEXTLINE(cert-env33-c): the one word that is not ours is quoted
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(line.c_str(), "re"), ::pclose);
  std::string text;
  if (pipe == nullptr) return text;
  std::array<char, 4096> piece{};
  for (std::size_t count; (count = std::fread(piece.data(), 1, piece.size(), pipe.get())) > 0;)
    text.append(piece.data(), count);
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

bool is_elf(const std::string& path) {
  std::array<char, kElfMagic.size()> start{};
  std::ifstream(path, std::ios::binary).read(start.data(), start.size());
  return std::string_view(start.data(), start.size()) == kElfMagic;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// Whether the file is node, or a program with node inside.
bool is_node(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  return name == "node" || name == "nodejs" || name == "electron";
}

/// Whether the first line of a script asks for node, as those of npm and npx do.
bool is_for_node(const std::string& path) {
  std::string line;
  std::getline(std::ifstream(path), line);
  return line.starts_with("#!") && contains(line, "node");
}

/// Whether the file starts the program that its arguments name.
bool is_starter(const std::string& path) {
  constexpr std::array<std::string_view, 18> kStarters = {
      "sh",     "bash", "dash",    "zsh",   "ksh",    "fish",   "busybox", "env",   "nice",
      "ionice", "time", "timeout", "nohup", "setsid", "stdbuf", "taskset", "xargs", "sudo"};
  const std::string name = std::filesystem::path(path).filename().string();
  return std::ranges::find(kStarters, name) != kStarters.end();
}

bool is_on_path(const std::string& program) {
  return !printed_by("command -v -- " + quoted(program)).empty();
}

std::string path_of(const std::string& program) {
  std::string path = printed_by("command -v -- " + quoted(program));
  return path.empty() ? program : path;
}

std::string about_adapter() {
  return fmt::format(
      "the adapter for TensorFlow.js is not installed: there is no node/register.cjs in {}; "
      "install it there, or name its folder in TENSORLEAK_TFJS",
      node_adapter_folder().string());
}

std::string about_node(const std::string& path) {
  if (!node_preload()) return fmt::format("{} runs JavaScript, and {}", path, about_adapter());
  if (!is_on_path("node") && !is_node(path)) {
    return fmt::format("{} is a script for node, and there is no node on the PATH: install Node.js",
                       path);
  }
  return fmt::format(
      "{} runs JavaScript with the adapter for TensorFlow.js, and no process of it loaded "
      "TensorFlow.js; or one did that had replaced NODE_OPTIONS, which brings the adapter",
      path);
}

std::string about_script(const std::string& path) {
  return fmt::format(
      "{} is a script or no ELF file: what records is a program that it starts, and that is linked "
      "with libtrack.so, or node with TensorFlow.js{}",
      path,
      node_preload()
          ? ""
          : "; and the adapter for that is not installed in " + node_adapter_folder().string());
}

std::string about_file(const std::string& path, std::optional<Preload> adapter) {
  if (is_node(path) || is_for_node(path)) return about_node(path);
  if (!is_elf(path)) return about_script(path);
  const std::string libraries = printed_by("LC_ALL=C ldd " + quoted(path) + " 2>&1");
  const bool is_static =
      contains(libraries, "not a dynamic executable") || contains(libraries, "statically linked");
  if (adapter) return why_not_preloaded(path, is_static);
  if (is_static) {
    return fmt::format(
        "{} is linked statically: libtrack is a shared library; link the program with it, and "
        "without -static",
        path);
  }
  if (!contains(libraries, "libtrack.so")) {
    return fmt::format(
        "{} is not linked with libtrack.so: link it with libtrack and call track.h or its C++ "
        "interface where tensors are made, or start what is",
        path);
  }
  return fmt::format(
      "{} is linked with libtrack.so and made none of its calls: it made no tensor, or it replaced "
      "or cleared its environment before its first one",
      path);
}

}  // namespace

std::vector<std::string> why_blind(const std::string& program, std::optional<Preload> adapter) {
  const char* const disabled = std::getenv("TENSORLEAK_DISABLE");
  if (disabled != nullptr && std::string_view(disabled) == "1") {
    return {"TENSORLEAK_DISABLE is 1: nothing records"};
  }
  return {about_file(path_of(program), adapter)};
}

std::string why_no_holders(const std::string& program) {
  const std::string path = path_of(program);
  if (is_node(path) || is_for_node(path) || is_starter(path) || !is_elf(path)) {
    return node_preload() ? "" : about_adapter();
  }
  return fmt::format("{} is not run by node, and only node can show its heap", path);
}

}  // namespace tensorleak::cli
