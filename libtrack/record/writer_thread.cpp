#include "libtrack/record/writer_thread.hpp"

#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <ctime>
#include <string_view>
#include <utility>

#include "libtrack/record/recorder.hpp"
#include "libtrack/record/threads.hpp"

namespace tensorleak::record {
namespace {

// What the program keeps for each of its threads (thread_local) comes out of it too.
constexpr std::size_t kStackSize = std::size_t{1} << 20;
constexpr timespec kLongestSleep{.tv_sec = 0, .tv_nsec = 200'000'000};

constinit WriterThread the_writer;

/// Whether the main thread has ended by pthread_exit: the process lives for as long as any other
/// thread does, and must not do so for this one.
bool main_thread_has_ended() noexcept {
  std::array<char, 64> path{};
  std::array<char, 512> text{};
  std::snprintf(path.data(), path.size(), "/proc/self/task/%d/stat", static_cast<int>(getpid()));
  const int file = open(path.data(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const ssize_t size = read(file, text.data(), text.size());
  close(file);
  const std::string_view line(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  const std::size_t name_end = line.rfind(')');  // "pid (name) state …"
  return name_end != std::string_view::npos && name_end + 2 < line.size() &&
         line[name_end + 2] == 'Z';
}

}  // namespace

WriterThread& writer_thread() noexcept {
  return the_writer;
}

void WriterThread::start() noexcept {
  if (started_.load(std::memory_order_relaxed) || started_.exchange(true)) return;
  const Entry::Quiet quiet;
  // The program's signals are for its own threads.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) == 0) {
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, kStackSize);
    pthread_t thread{};
    if (pthread_create(&thread, &attributes, run, this) == 0)
      pthread_setname_np(thread, "tensorleak");
    pthread_attr_destroy(&attributes);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void* WriterThread::run(void* self) {
  auto& writer = *static_cast<WriterThread*>(self);
  const Entry entry;
  const Entry::Quiet quiet;
  for (bool is_busy = true;;) {
    const bool was_busy = std::exchange(is_busy, recorder().catch_up());
    if (is_busy) continue;
    writer.sleep();
    if (!was_busy && main_thread_has_ended()) break;
  }
  writer.started_.store(false);
  return nullptr;
}

void WriterThread::sleep() noexcept {
  sleeps_.store(1);
  syscall(SYS_futex, &sleeps_, FUTEX_WAIT_PRIVATE, 1, &kLongestSleep, nullptr, 0);
  sleeps_.store(0);
}

void WriterThread::wake_sleeper() noexcept {
  if (sleeps_.exchange(0) != 0) syscall(SYS_futex, &sleeps_, FUTEX_WAKE_PRIVATE, 1);
}

void WriterThread::after_fork() noexcept {
  started_ = false;
  sleeps_ = 0;
}

}  // namespace tensorleak::record
