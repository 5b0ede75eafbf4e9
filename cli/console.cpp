#include "cli/console.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>

#include "reports/views/printable.hpp"

namespace tensorleak::cli {

using trace::Result;

namespace {

/// Writes everything; returns the error number that stopped it, or 0.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pollfd writable{descriptor, POLLOUT, 0};
      poll(&writable, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool is_dumb_terminal() {
  const char* const terminal = std::getenv("TERM");
  return terminal != nullptr && std::string_view(terminal) == "dumb";
}

}  // namespace

void prepare_console() {
  std::signal(SIGPIPE, SIG_IGN);
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    // The lowest free number is given out, which is the closed stream's own.
    if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) open("/dev/null", O_RDWR);
  }
}

Result<void> write_output(std::string_view text) {
  const int error = write_all(STDOUT_FILENO, text);
  if (error == 0 || error == EPIPE) return {};
  return trace::fail({"standard output", 0, 0,
                      "the answer cannot be written: " + std::generic_category().message(error),
                      ""});
}

void complain(std::string_view message) {
  remark("tensorleak: " + std::string(message));
}

void remark(std::string_view message) {
  write_all(STDERR_FILENO, views::printable(message) + "\n");
}

bool error_is_terminal() {
  return isatty(STDERR_FILENO) == 1 && !is_dumb_terminal();
}

bool wants_color(ColorChoice choice) {
  if (choice != ColorChoice::kAuto) return choice == ColorChoice::kAlways;
  return isatty(STDOUT_FILENO) == 1 && !is_set("NO_COLOR") && !is_dumb_terminal();
}

std::size_t output_width() {
  constexpr std::size_t kNarrowest = 40;
  winsize size{};
  if (isatty(STDOUT_FILENO) != 1 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col >= kNarrowest ? size.ws_col : 0;
}

}  // namespace tensorleak::cli
