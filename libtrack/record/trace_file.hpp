// The file that a trace is written into.
#pragma once

#include <sys/types.h>

#include <string_view>

#include "libtrack/record/trace_path.hpp"
#include "libtrack/trace/trace_writer.hpp"

namespace tensorleak::record {

/// A sink on a file descriptor that no exec'd program inherits. A failure is said in one line on
/// standard error and is final. It writes only for the process that opened it, and only while the
/// descriptor is still its own: a program may close descriptors that it does not know, and open
/// others under their numbers.
class TraceFile : public trace::TraceSink {
 public:
  TraceFile() noexcept = default;
  ~TraceFile() override { close(); }
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;

  /// Creates or empties the file at `pattern` (see trace_path). A file that another process is
  /// recording into is left alone, and one beside it is taken. Returns whether it is open.
  bool open(std::string_view pattern, Whose whose) noexcept;

  bool write(std::span<const std::byte> bytes) noexcept override;

  /// Nothing is written from here on.
  void close() noexcept;

  bool is_open() const { return descriptor_ >= 0; }

 private:
  enum class Opening { kDone, kInUse, kFailed };

  Opening try_open() noexcept;
  bool is_still_ours() const noexcept;
  bool give_up(std::string_view why) noexcept;

  int descriptor_ = -1;
  pid_t process_ = 0;
  dev_t device_ = 0;
  ino_t inode_ = 0;
  bool is_regular_ = false;
  PathBuffer path_{};
};

}  // namespace tensorleak::record
