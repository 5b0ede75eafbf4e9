#include "libtrack/record/tests/run_program.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace tensorleak::record::testing {
namespace {

/// In the child.
[[noreturn]] void become(const std::vector<std::string>& words,
                         const std::vector<std::string>& environment, const std::string& folder,
                         const std::string& errors) {
  const int file = open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0 || dup2(file, STDERR_FILENO) < 0 || chdir(folder.c_str()) != 0) _exit(126);
  for (const std::string& variable : environment)
    putenv(const_cast<char*>(variable.c_str()));
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (const std::string& word : words)
    pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  alarm(60);  // a deadlock is a failure, not a wait
  execv(pointers[0], pointers.data());
  _exit(127);
}

}  // namespace

Workplace::Workplace() {
  std::string pattern = (std::filesystem::temp_directory_path() / "record-XXXXXX").string();
  folder_ = mkdtemp(pattern.data());
}

Workplace::~Workplace() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::vector<std::string> Workplace::files(const std::string& beginning) const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(beginning)) names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

int Workplace::run(const std::vector<std::string>& words,
                   const std::vector<std::string>& environment) {
  const pid_t child = fork();
  if (child == 0) become(words, environment, folder_.string(), path("errors"));
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int Workplace::run_scene(std::vector<std::string> words, std::vector<std::string> environment) {
  words.insert(words.begin(), RECORD_SCENES);
  environment.insert(environment.begin(), "TENSORLEAK_TRACE=trace");
  return run(words, environment);
}

std::string Workplace::errors() const {
  std::ifstream file(path("errors"));
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace tensorleak::record::testing
