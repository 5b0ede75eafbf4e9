#include "cli/workloads/browser/interrupt.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

namespace tensorleak::cli {

Interrupt::Interrupt() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    sigaddset(&signals, signal);
  ::pthread_sigmask(SIG_BLOCK, &signals, &before_);
  descriptor_ = Descriptor(::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
}

Interrupt::~Interrupt() {
  clear();  // lest a signal that has been heeded end us now
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void Interrupt::clear() {
  signalfd_siginfo signal{};
  while (::read(descriptor_.number(), &signal, sizeof signal) > 0) {
  }
}

}  // namespace tensorleak::cli
