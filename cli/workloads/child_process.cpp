#include "cli/workloads/child_process.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace tensorleak::cli {

using trace::Result;

namespace {

constexpr int kShellSignalBase = 128;

/// The child that signals are passed on to; a signal handler has no other way to know it.
std::atomic<pid_t> observed_child{0};

void pass_on(int signal) {
  const pid_t child = observed_child.load();
  if (child > 0) ::kill(child, signal);
}

/// While it lives, this process outlasts the signals that are meant for the child.
class SignalsForChild {
 public:
  SignalsForChild() {
    for (std::size_t i = 0; i < kHandled.size(); ++i) {
      struct sigaction action = {};
      action.sa_handler = kHandled[i].second ? pass_on : SIG_IGN;
      ::sigaction(kHandled[i].first, &action, &before_[i]);
    }
  }
  ~SignalsForChild() { restore(); }
  SignalsForChild(const SignalsForChild&) = delete;
  SignalsForChild& operator=(const SignalsForChild&) = delete;

  /// Also called in the child, which starts with the handlers that this process was started with.
  void restore() const {
    for (std::size_t i = 0; i < kHandled.size(); ++i) {
      ::sigaction(kHandled[i].first, &before_[i], nullptr);
    }
  }

 private:
  /// A signal, and whether it is passed on; the terminal sends the others to the child by itself.
  static constexpr std::array<std::pair<int, bool>, 4> kHandled = {
      {{SIGINT, false}, {SIGQUIT, false}, {SIGTERM, true}, {SIGHUP, true}}};
  std::array<struct sigaction, kHandled.size()> before_ = {};
};

/// Holds back the signals that are passed on, until it is known to whom.
class HeldSignals {
 public:
  HeldSignals() {
    sigset_t passed_on;
    sigemptyset(&passed_on);
    sigaddset(&passed_on, SIGTERM);
    sigaddset(&passed_on, SIGHUP);
    ::sigprocmask(SIG_BLOCK, &passed_on, &before_);
  }
  ~HeldSignals() { release(); }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  void release() const { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_ = {};
};

/// Becomes the program; returns the errno of a failure.
int become(const std::vector<std::string>& command, const std::vector<std::string>& environment) {
  for (const std::string& entry : environment) {
    const std::size_t equals = entry.find('=');
    ::setenv(entry.substr(0, equals).c_str(), entry.substr(equals + 1).c_str(), 1);
  }
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  return errno;
}

/// What the child says through the pipe when it could not become the program; 0 when it did.
int failure_to_start(int pipe_end) {
  int failure = 0;
  while (::read(pipe_end, &failure, sizeof failure) < 0 && errno == EINTR) {
  }
  return failure;
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

ChildEnd end_of(pid_t child, int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    return {.process = child, .exit_code = kShellSignalBase + signal, .signal = signal};
  }
  return {.process = child, .exit_code = WEXITSTATUS(status)};
}

tl::unexpected<trace::Error> not_started(const std::string& program, int failure) {
  const bool missing = failure == ENOENT;
  return trace::fail({program, 0, 0,
                      "the program cannot be started: " + std::generic_category().message(failure),
                      missing ? "check the name, or give its path" : ""});
}

}  // namespace

Result<ChildEnd> run_child(const std::vector<std::string>& command,
                           const std::vector<std::string>& environment) {
  std::array<int, 2> ends = {};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return not_started(command[0], errno);
  const SignalsForChild signals;
  const HeldSignals held;
  const pid_t child = ::fork();
  if (child == 0) {
    signals.restore();
    held.release();
    ::signal(SIGPIPE, SIG_DFL);  // which this process ignores for its own output
    const int failure = become(command, environment);
    [[maybe_unused]] const auto said = ::write(ends[1], &failure, sizeof failure);
    ::_exit(kShellSignalBase - 1);
  }
  const int fork_failure = errno;
  ::close(ends[1]);
  if (child < 0) {
    ::close(ends[0]);
    return not_started(command[0], fork_failure);
  }
  observed_child = child;
  held.release();
  const int failure = failure_to_start(ends[0]);
  ::close(ends[0]);
  const int status = wait_for(child);
  observed_child = 0;
  if (failure != 0) return not_started(command[0], failure);
  return end_of(child, status);
}

}  // namespace tensorleak::cli
