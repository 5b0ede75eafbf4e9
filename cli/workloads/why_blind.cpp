#include "cli/workloads/why_blind.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string_view>

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

std::string about_file(const std::string& path) {
  if (!is_elf(path)) {
    return fmt::format(
        "{} is a script or no ELF file: what records is a program that it starts, and that is "
        "linked with libtrack.so",
        path);
  }
  const std::string libraries = printed_by("LC_ALL=C ldd " + quoted(path) + " 2>&1");
  if (contains(libraries, "not a dynamic executable") || contains(libraries, "statically linked")) {
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

std::vector<std::string> why_blind(const std::string& program) {
  const char* const disabled = std::getenv("TENSORLEAK_DISABLE");
  if (disabled != nullptr && std::string_view(disabled) == "1") {
    return {"TENSORLEAK_DISABLE is 1: nothing records"};
  }
  const std::string path = printed_by("command -v -- " + quoted(program));
  return {about_file(path.empty() ? program : path)};
}

}  // namespace tensorleak::cli
