#include "tests/run_tool.hpp"

#include <fcntl.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "libtrack/trace/test_files.hpp"

namespace tensorleak::end_to_end {

namespace {

constexpr const char* kBinary = TENSORLEAK_BINARY;

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> result;
  result.reserve(words.size() + 1);
  for (const std::string& word : words)
    result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

/// In the child, whose streams are in place already.
[[noreturn]] void become(const std::vector<std::string>& command, const Setting& setting) {
  std::vector<std::string> environment{"TOOL=" + std::string(kBinary)};
  if (const char* const path = std::getenv("PATH")) {
    environment.push_back("PATH=" + std::string(path));
  }
  environment.insert(environment.end(), setting.environment.begin(), setting.environment.end());
  environment.emplace_back("TENSORLEAK_LIMIT=4GiB");  // on any machine; the first of a name counts
  if (chdir(setting.folder.c_str()) == 0) {
    execve(command[0].c_str(), pointers(command).data(), pointers(environment).data());
  }
  _exit(127);
}

void redirect(const std::string& path, int descriptor) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(126);
}

int exit_code_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Ran run(const std::vector<std::string>& command, const Setting& setting) {
  const trace::testing::TempFolder folder;
  const std::string output = folder.path("output");
  const std::string errors = folder.path("errors");
  const pid_t child = fork();
  if (child == 0) {
    redirect(output, STDOUT_FILENO);
    redirect(errors, STDERR_FILENO);
    become(command, setting);
  }
  const int exit_code = exit_code_of(child);
  return {exit_code, content(output), content(errors)};
}

std::vector<std::string> tool_with(const std::vector<std::string>& arguments) {
  std::vector<std::string> command{kBinary};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

}  // namespace

Ran run_tool(const std::vector<std::string>& arguments, const Setting& setting) {
  return run(tool_with(arguments), setting);
}

Ran run_shell(const std::string& line, const Setting& setting) {
  return run({"/bin/sh", "-c", line}, setting);
}

Ran run_on_terminal(const std::vector<std::string>& arguments, const Setting& setting) {
  winsize size{};
  size.ws_row = 50;
  size.ws_col = 100;
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) become(tool_with(arguments), setting);
  std::string output;
  char piece[4096];
  // A terminal whose last user has gone reads as an error, not as an end.
  for (ssize_t count = 0; (count = read(terminal, piece, sizeof piece)) > 0;) {
    output.append(piece, static_cast<std::size_t>(count));
  }
  close(terminal);
  const int exit_code = exit_code_of(child);
  return {exit_code, output, ""};
}

std::string data(const std::string& name) {
  return TENSORLEAK_SOURCE_DIR "/tests/data/" + name;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::string last_line(const std::string& text) {
  if (text.size() < 2) return text;
  const auto start = text.rfind('\n', text.size() - 2);
  return text.substr(start == std::string::npos ? 0 : start + 1, text.size() - start - 2);
}

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace tensorleak::end_to_end
