#include "libtrack/record/trace_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "libtrack/record/diagnostics.hpp"
#include "libtrack/record/write_signals.hpp"

namespace tensorleak::record {
namespace {

/// Out of the way of programs that expect the next file they open to have a low number.
constexpr int kLowestDescriptor = 200;

/// Bytes of one call; Linux takes at most 2 GiB - 4 KiB.
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;

int out_of_the_way(int descriptor) noexcept {
  const int higher = fcntl(descriptor, F_DUPFD_CLOEXEC, kLowestDescriptor);
  if (higher < 0) return descriptor;
  ::close(descriptor);
  return higher;
}

int open_retrying(const char* path) noexcept {
  int descriptor = -1;
  do {
    descriptor = ::open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

}  // namespace

bool TraceFile::open(std::string_view pattern, Whose whose) noexcept {
  process_ = getpid();
  for (; true; whose = Whose::kOther) {
    if (!trace_path(pattern, whose, process_, path_)) return give_up(words_for(ENAMETOOLONG));
    const Opening opening = try_open();
    if (opening == Opening::kDone) return true;
    if (opening == Opening::kFailed) return give_up(words_for(errno));
    if (whose == Whose::kOther) return give_up("another process is recording into it");
  }
}

TraceFile::Opening TraceFile::try_open() noexcept {
  const int descriptor = open_retrying(path_.data());
  if (descriptor < 0) return Opening::kFailed;
  struct stat status = {};
  if (fstat(descriptor, &status) != 0) {
    ::close(descriptor);
    return Opening::kFailed;
  }
  is_regular_ = S_ISREG(status.st_mode);
  // A program that this one starts inherits the environment, and must not empty our file. The lock
  // goes with the last copy of the descriptor. Files that cannot be locked are taken as they are.
  if (is_regular_ && flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(descriptor);
    return Opening::kInUse;
  }
  if (is_regular_ && ftruncate(descriptor, 0) != 0) {
    const int why = errno;
    ::close(descriptor);
    errno = why;
    return Opening::kFailed;
  }
  device_ = status.st_dev;
  inode_ = status.st_ino;
  descriptor_ = out_of_the_way(descriptor);
  return Opening::kDone;
}

bool TraceFile::is_still_ours() const noexcept {
  struct stat status = {};
  return fstat(descriptor_, &status) == 0 && status.st_dev == device_ && status.st_ino == inode_;
}

bool TraceFile::write(std::span<const std::byte> bytes) noexcept {
  if (descriptor_ < 0) return false;
  // A child that was made behind the back of fork's handlers shares the descriptor.
  if (getpid() != process_) {
    close();
    return false;
  }
  if (!is_still_ours()) {
    descriptor_ = -1;  // whoever has the number now keeps it
    return give_up("the program closed it");
  }
  const WriteSignals held;
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), std::min(bytes.size(), kMostAtOnce));
    if (written > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    } else if (written == 0 || errno != EINTR) {
      return give_up(words_for(written == 0 ? EIO : errno));
    }
  }
  return true;
}

bool TraceFile::give_up(std::string_view why) noexcept {
  close();
  say({"cannot write the trace ", path_.data(), ": ", why,
       "; the program goes on and is not recorded"});
  return false;
}

void TraceFile::close() noexcept {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

}  // namespace tensorleak::record
