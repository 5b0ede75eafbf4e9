#include "libtrack/trace/input_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace tensorleak::trace {
namespace {

bool is_standard_input(const std::string& path) {
  return path == "-" || path == "/dev/stdin";
}

Error refusal(const std::string& name, int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return {.file = name, .what = "there is no such file", .cure = "check the path"};
    case EACCES:
    case EPERM:
      return {.file = name,
              .what = "the file may not be read",
              .cure = "check its permissions and those of its folders"};
    default:
      return {.file = name,
              .what = "the file cannot be read: " + std::generic_category().message(error_number),
              .cure = "check the path and the device"};
  }
}

int open_descriptor(const std::string& path) {
  // Standard input is duplicated instead of opened by name: a socket has no name to open.
  if (is_standard_input(path)) return ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

}  // namespace

bool can_be_read_again(const std::string& path) {
  std::error_code ignored;
  return !is_standard_input(path) && std::filesystem::is_regular_file(path, ignored);
}

Result<InputFile> InputFile::open(const std::string& path) {
  std::string name = is_standard_input(path) ? "standard input" : path;
  const int descriptor = open_descriptor(path);
  if (descriptor < 0) return fail(refusal(name, errno));
  InputFile file(descriptor, std::move(name), std::nullopt);
  struct stat status = {};
  if (::fstat(descriptor, &status) != 0) return fail(refusal(file.name_, errno));
  if (S_ISDIR(status.st_mode)) {
    return fail({.file = file.name_,
                 .what = "this is a directory, expected a file",
                 .cure = "give the path of a file in it"});
  }
  if (S_ISREG(status.st_mode)) file.size_ = static_cast<std::uint64_t>(status.st_size);
  return file;
}

InputFile::InputFile(int descriptor, std::string name, std::optional<std::uint64_t> size)
    : descriptor_(descriptor), name_(std::move(name)), size_(size) {}

InputFile::InputFile(InputFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      name_(std::move(other.name_)),
      size_(other.size_) {}

InputFile& InputFile::operator=(InputFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(name_, other.name_);
  std::swap(size_, other.size_);
  return *this;
}

InputFile::~InputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<std::size_t> InputFile::read(std::span<char> into) {
  for (;;) {
    const ::ssize_t count = ::read(descriptor_, into.data(), into.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno == EAGAIN) {
      // Whoever shares standard input with us may have made it non-blocking.
      ::pollfd readable = {.fd = descriptor_, .events = POLLIN, .revents = 0};
      ::poll(&readable, 1, -1);
      continue;
    }
    if (errno != EINTR) return fail(refusal(name_, errno));
  }
}

}  // namespace tensorleak::trace
