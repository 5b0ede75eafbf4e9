// Processes that become two, or another.

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "libtrack/record/tests/programs/scenes.hpp"

namespace scenes {
namespace {

using Arguments = std::vector<std::string>;

int exit_code_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int child_makes_tensors(const Arguments&) {
  make(1);
  track_scope_begin("of the parent");
  const pid_t child = fork();
  if (child == 0) {
    drop(1);  // inherited
    make(2);
    std::exit(0);
  }
  const int code = exit_code_of(child);
  make(3);
  return code;
}

int child_makes_none(const Arguments&) {
  make(1);
  const pid_t child = fork();
  if (child == 0) std::exit(0);
  return exit_code_of(child);
}

int grandchild(const Arguments&) {
  make(1);
  const pid_t child = fork();
  if (child == 0) {
    make(2);
    const pid_t its_child = fork();
    if (its_child == 0) {
      make(3);
      std::exit(0);
    }
    std::exit(exit_code_of(its_child));
  }
  return exit_code_of(child);
}

int fork_before_the_first_event(const Arguments&) {
  const pid_t child = fork();
  if (child == 0) {
    make(1);
    std::exit(0);
  }
  const int code = exit_code_of(child);
  make(2);
  return code;
}

/// Runs this program again while it records.
int executes_itself(const Arguments&) {
  make(1);
  track_flush();
  const pid_t child = fork();
  if (child == 0) {
    execl("/proc/self/exe", "scenes", "returns", nullptr);
    _exit(126);
  }
  return exit_code_of(child) == 7 ? 0 : 1;
}

int spawns_itself(const Arguments&) {
  make(1);
  track_flush();
  char name[] = "scenes";
  char scene[] = "returns";
  char* words[] = {name, scene, nullptr};
  pid_t child = 0;
  if (posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, words, environ) != 0) return 2;
  return exit_code_of(child) == 7 ? 0 : 1;
}

int forks_while_threads_record(const Arguments&) {
  std::atomic<bool> done = false;
  std::vector<std::thread> threads;
  for (std::uint64_t number = 1; number <= 3; ++number) {
    threads.emplace_back([&done, number] {
      for (std::uint64_t turn = 0; !done; ++turn) {
        make(number << 32 | turn);
        drop(number << 32 | turn);
      }
    });
  }
  int failures = 0;
  for (int turn = 0; turn < 30; ++turn) {
    const pid_t child = fork();
    if (child == 0) {
      make(5);
      drop(5);
      std::quick_exit(0);
    }
    failures += exit_code_of(child) == 0 ? 0 : 1;
  }
  done = true;
  for (std::thread& thread : threads)
    thread.join();
  return failures;
}

}  // namespace

std::vector<NamedScene> scenes_of_forks() {
  return {{"child_makes_tensors", child_makes_tensors},
          {"child_makes_none", child_makes_none},
          {"grandchild", grandchild},
          {"fork_before_the_first_event", fork_before_the_first_event},
          {"executes_itself", executes_itself},
          {"spawns_itself", spawns_itself},
          {"forks_while_threads_record", forks_while_threads_record}};
}

}  // namespace scenes
