#include "libtrack/record/write_signals.hpp"

#include <array>
#include <cerrno>
#include <ctime>

namespace tensorleak::record {
namespace {

constexpr std::array kHeld = {SIGPIPE, SIGXFSZ};

}  // namespace

WriteSignals::WriteSignals() noexcept : before_(), pending_() {
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : kHeld)
    sigaddset(&held, signal);
  sigpending(&pending_);
  pthread_sigmask(SIG_BLOCK, &held, &before_);
}

WriteSignals::~WriteSignals() {
  const int saved_errno = errno;
  constexpr timespec kNoWait = {.tv_sec = 0, .tv_nsec = 0};
  for (const int signal : kHeld) {
    if (sigismember(&pending_, signal) == 1) continue;
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal);
    while (sigtimedwait(&one, nullptr, &kNoWait) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  errno = saved_errno;
}

}  // namespace tensorleak::record
