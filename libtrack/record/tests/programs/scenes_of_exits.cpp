// The ways in which a program begins and ends.

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

#include "libtrack/record/tests/programs/scenes.hpp"

namespace scenes {
namespace {

using Arguments = std::vector<std::string>;

/// Makes a tensor before main, and disposes it after it.
struct Early {
  bool wanted = std::getenv("SCENE_EARLY") != nullptr;
  Early() {
    if (wanted) make(1000, 1);
  }
  Early(const Early&) = delete;
  Early& operator=(const Early&) = delete;
  ~Early() {
    if (wanted) drop(1000);
    if (wanted) make(1001, 2);
  }
};
const Early kEarly;

int returns(const Arguments&) {
  make(1);
  return 7;
}

int in_exit_handler(const Arguments&) {
  std::atexit([] {
    drop(1);
    make(2);
  });
  make(1);
  return 0;
}

/// Says of tensor 1 in main that it is lost, of tensor 2 while the program exits, and of tensor 3
/// on another thread at that time.
int loses_at_exit(const Arguments&) {
  for (std::uint64_t key = 1; key <= 3; ++key)
    make(key);
  std::atexit([] {
    track_tensor_lost(heap(), 2);
    std::thread([] { track_tensor_lost(heap(), 3); }).join();
  });
  track_tensor_lost(heap(), 1);
  return 0;
}

int leaves_at_once(const Arguments&) {
  make(1);
  track_flush();
  make(2);
  _exit(5);
}

int aborts(const Arguments&) {
  make(1);
  track_flush();
  std::abort();
}

int killed(const Arguments&) {
  make(1);
  track_frame();
  make(2);
  raise(SIGKILL);
  return 0;
}

int exits_in_handler(const Arguments&) {
  struct sigaction action = {};
  action.sa_handler = [](int) { std::exit(9); };
  make(1);
  track_flush();
  sigaction(SIGALRM, &action, nullptr);
  ualarm(20'000, 0);
  for (std::uint64_t key = 2;; ++key) {
    make(key);
    drop(key);
  }
}

int closes_all_files(const Arguments&) {
  make(1);
  track_flush();
  closefrom(3);
  // The program's own file gets whatever number is free.
  const int own = open("own", O_RDWR | O_CREAT, 0600);
  for (int number = 3; number < 400; ++number)
    dup2(own, number);
  make(2);
  track_flush();
  return lseek(own, 0, SEEK_END) == 0 ? 0 : 1;
}

int file_size_limit(const Arguments&) {
  const rlimit limit = {.rlim_cur = 4096, .rlim_max = 4096};
  setrlimit(RLIMIT_FSIZE, &limit);
  for (std::uint64_t key = 0; key < 50'000; ++key)
    make(key * 0x9e3779b97f4a7c15u, key * key);
  track_flush();
  return 3;
}

}  // namespace

std::vector<NamedScene> scenes_of_exits() {
  return {{"returns", returns},
          {"in_exit_handler", in_exit_handler},
          {"loses_at_exit", loses_at_exit},
          {"leaves_at_once", leaves_at_once},
          {"aborts", aborts},
          {"killed", killed},
          {"exits_in_handler", exits_in_handler},
          {"closes_all_files", closes_all_files},
          {"file_size_limit", file_size_limit}};
}

}  // namespace scenes
