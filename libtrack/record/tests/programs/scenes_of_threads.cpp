// Threads that come, go, are cancelled, interrupted, and throw.

#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#include <track/track.hpp>

#include <array>
#include <atomic>
#include <functional>
#include <random>
#include <stdexcept>
#include <thread>

#include "libtrack/record/tests/programs/scenes.hpp"

namespace scenes {
namespace {

using Arguments = std::vector<std::string>;

int short_threads(const Arguments&) {
  for (std::uint64_t number = 0; number < 1000; ++number) {
    std::thread([number] {
      track_scope_begin("of a thread");
      make(number);
      if (number % 2 == 0) drop(number);
    }).join();
  }
  return 0;
}

int side_by_side(const Arguments&) {
  std::vector<std::thread> threads;
  for (std::uint64_t number = 1; number <= 4; ++number) {
    threads.emplace_back([number] {
      const std::uint64_t scope = track_scope_begin("own");
      for (std::uint64_t turn = 0; turn < 2000; ++turn) {
        make(number << 32 | turn, number);
        if (turn % 2 == 0) drop(number << 32 | turn);
      }
      track_scope_end(scope);
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  return 0;
}

/// Any of four threads makes and drops any of a few tensors, as soon as another has done the
/// contrary: a key is used again at once.
int hands_over(const Arguments&) {
  enum : int { kNone, kAlive, kBusy };
  static std::array<std::atomic<int>, 16> tensors;
  std::vector<std::thread> threads;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    threads.emplace_back([seed] {
      std::minstd_rand random(seed);
      for (int turn = 0; turn < 50'000; ++turn) {
        const std::size_t key = random() % tensors.size();
        int none = kNone;
        int alive = kAlive;
        if (tensors[key].compare_exchange_strong(none, kBusy)) {
          make(key);
          tensors[key] = kAlive;
        } else if (tensors[key].compare_exchange_strong(alive, kBusy)) {
          drop(key);
          tensors[key] = kNone;
        }
      }
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  for (std::size_t key = 0; key < tensors.size(); ++key) {
    if (tensors[key] == kAlive) drop(key);
  }
  return 0;
}

/// The main thread is gone, and a busy one goes on for a while: the process ends with that.
int main_thread_ends_first(const Arguments&) {
  const auto busy = [](std::uint64_t first) {
    for (std::uint64_t key = first; key < first + 20'000; ++key) {
      make(key);
      drop(key);
    }
  };
  busy(0);
  std::thread([busy] {
    usleep(50'000);
    busy(50'000);
  }).detach();
  pthread_exit(nullptr);
}

/// Runs `body` on a thread, until it ends or is cancelled. Returns what became of it.
void* on_thread(void* (*body)(void*), bool cancel) {
  pthread_t thread{};
  if (pthread_create(&thread, nullptr, body, nullptr) != 0) return nullptr;
  usleep(30'000);
  if (cancel) pthread_cancel(thread);
  void* result = nullptr;
  pthread_join(thread, &result);
  make(1);
  return result;
}

int ends_by_pthread_exit(const Arguments&) {
  static int result = 0;
  return on_thread(
             [](void*) -> void* {
               make(2);
               pthread_exit(&result);
             },
             false) == &result
             ? 0
             : 1;
}

void* records_for_ever(void*) {
  for (std::uint64_t key = 10;; ++key) {
    make(key);
    drop(key);
    pthread_testcancel();
  }
}

int cancelled(const Arguments&) {
  return on_thread(records_for_ever, true) == PTHREAD_CANCELED ? 0 : 1;
}

int cancelled_at_any_moment(const Arguments&) {
  // Where the cancellation waited for pthread_setcancelstate, glibc 2.36 gives no result.
  on_thread(
      [](void*) -> void* {
        pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, nullptr);
        return records_for_ever(nullptr);
      },
      true);
  return 0;
}

std::atomic<std::uint64_t> handled = 0;

int interrupted(const Arguments&) {
  struct sigaction action = {};
  action.sa_handler = [](int) {
    const std::uint64_t key = 1'000'000 + handled++;
    make(key);
    drop(key);
  };
  sigaction(SIGALRM, &action, nullptr);
  ualarm(200, 200);
  for (std::uint64_t key = 0; key < 20'000; ++key) {
    make(key);
    drop(key);
  }
  ualarm(0, 0);
  return handled > 0 ? 0 : 1;
}

int throws(const Arguments&) {
  for (std::uint64_t turn = 0; turn < 100; ++turn) {
    const std::uint64_t scope = track_scope_begin("tidy");
    try {
      const std::function<void(int)> deep = [&](int depth) {
        make(turn * 100 + static_cast<std::uint64_t>(depth));
        if (depth == 20) throw std::runtime_error("as planned");
        deep(depth + 1);
      };
      deep(0);
    } catch (const std::runtime_error&) {
      track_scope_end(scope);
    }
  }
  return 0;
}

/// The exception starts in libtrack and crosses its frames, which hold an unwinder of their own.
int throws_from_libtrack(const Arguments&) {
  int caught = 0;
  for (int turn = 0; turn < 100; ++turn) {
    const track::Tensor tensor = track::zeros({2, 3});
    track::Tensor disposed = tensor;
    disposed.dispose();
    try {
      track::tidy([&] { track::add(disposed, track::zeros({2, 3})); });
    } catch (const track::disposed_error&) {
      ++caught;
    }
  }
  return caught == 100 ? 0 : 1;
}

}  // namespace

std::vector<NamedScene> scenes_of_threads() {
  return {{"hands_over", hands_over},
          {"main_thread_ends_first", main_thread_ends_first},
          {"short_threads", short_threads},
          {"side_by_side", side_by_side},
          {"ends_by_pthread_exit", ends_by_pthread_exit},
          {"cancelled", cancelled},
          {"cancelled_at_any_moment", cancelled_at_any_moment},
          {"interrupted", interrupted},
          {"throws", throws},
          {"throws_from_libtrack", throws_from_libtrack}};
}

}  // namespace scenes
