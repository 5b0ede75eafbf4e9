#include "tests/compiled_program.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "libtrack/trace/test_files.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

namespace fs = std::filesystem;

std::string trimmed(const std::string& line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first == std::string::npos ? "" : line.substr(first);
}

/// The names by which Prints knows the lines, from line 1 on.
std::vector<std::string> names_of_lines(const std::string& source) {
  std::map<std::string, int> seen;
  std::vector<std::string> names{"no line"};
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    const std::string text = trimmed(line);
    const int number = ++seen[text];
    names.push_back(number == 1 ? text : text + " #" + std::to_string(number));
  }
  return names;
}

}  // namespace

bool has_compiler() {
  return access(CXX_COMPILER, X_OK) == 0;
}

std::string compiler() {
  return CXX_COMPILER;
}

std::string edited(std::string source,
                   const std::vector<std::pair<std::string, std::string>>& replacements) {
  for (const auto& [before, after] : replacements) {
    const std::size_t at = source.find(before);
    EXPECT_NE(at, std::string::npos) << before;
    if (at != std::string::npos) source.replace(at, before.size(), after);
  }
  return source;
}

void write_source(const std::string& path, std::string_view source) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path) << source;
}

void compile(const std::string& folder, const std::string& arguments) {
  const std::string command =
      "'" CXX_COMPILER "' -std=c++20 -g " SANITIZER_FLAGS " -I'" TRACK_INCLUDE "' " + arguments;
  const std::string libraries = " -L'" TRACK_FOLDER "' -Wl,-rpath,'" TRACK_FOLDER "' -ltrack";
  const Ran ran = run_shell(command + libraries, {.environment = {}, .folder = folder});
  EXPECT_EQ(ran.exit_code, 0) << command << '\n' << ran.errors;
}

nlohmann::json report_on_program(const std::string& program, const std::string& working_folder) {
  const trace::testing::TempFolder folder;
  const Ran ran = run_tool({"run", "-q", "-o", folder.path("out"), "--", program},
                           {{"ASAN_OPTIONS=detect_leaks=0"}, working_folder});
  EXPECT_EQ(ran.exit_code, 1) << ran.output << ran.errors;
  return nlohmann::json::parse(content(folder.path("out/report.json")), nullptr,
                               /*allow_exceptions=*/false);
}

Prints prints_in(const nlohmann::json& report, const std::string& source) {
  const std::vector<std::string> names = names_of_lines(source);
  Prints prints;
  for (const nlohmann::json& site : report["sites"]) {
    const auto line = site["user_frame"]["line"].get<std::size_t>();
    prints[line < names.size() ? names[line] : "behind the end"].insert(site["fingerprint"]);
  }
  return prints;
}

Prints prints_of(const std::string& program, const std::string& source,
                 const std::string& working_folder) {
  return prints_in(report_on_program(program, working_folder), source);
}

}  // namespace tensorleak::end_to_end
