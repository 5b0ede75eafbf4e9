// A program with tensors that ends in the way that its arguments say: what `tensorleak run` must
// leave as it is.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <track/track.hpp>

namespace {

/// So many frames, of which each disposes its tensor, or does not.
void make_frames(int count, bool disposes) {
  for (int i = 0; i < count; ++i) {
    const track::Tensor tensor = track::zeros({4});
    if (disposes) tensor.dispose();
    track::frame();
  }
}

/// Copies standard input to standard output.
void copy() {
  for (int letter = std::getchar(); letter != EOF; letter = std::getchar())
    std::putchar(letter);
}

int in_child(bool disposes) {
  const pid_t child = fork();
  if (child == 0) {
    make_frames(12, disposes);
    std::exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

/// The exit code or signal that an argument asks for.
int number(const char* word) {
  return static_cast<int>(std::strtol(word, nullptr, 10));
}

int end_by(std::string_view way, char** rest) {
  if (way == "exit") return number(rest[0]);
  if (way == "_exit") _exit(number(rest[0]));
  if (way == "signal") std::raise(number(rest[0]));
  if (way == "abort") std::abort();
  if (way == "throw") throw 1;
  if (way == "child-leaks") return in_child(false);
  if (way == "child-is-clean") return in_child(true);
  if (way == "execute") execv(rest[0], rest);
  return 99;
}

}  // namespace

/// behaviours leaks|clean|no-frames|none|copies WAY ARGUMENTS…
int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape): one way to end
  if (argc < 3) return 98;
  const std::string_view what = argv[1];
  if (what == "leaks" || what == "clean") make_frames(12, what == "clean");
  if (what == "no-frames") track::zeros({4}).dispose();
  if (what == "no-tensor") track::frame();
  if (what == "copies") copy();
  std::fputs("said on standard error\n", stderr);
  return end_by(argv[2], argv + 3);
}
