// Bytes as they are stored: a file, a pipe or standard input, read from front to back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "libtrack/trace/result.hpp"

namespace tensorleak::trace {

/// Whether `path` names a file that can be opened and read anew. What comes through standard input,
/// a pipe or a device comes once. False where there is no such file.
bool can_be_read_again(const std::string& path);

/// Owns one open file descriptor. Never seeks, so that pipes do as well as files. Not safe for use
/// by two threads at once.
class InputFile {
 public:
  /// Opens `path`; "-" and "/dev/stdin" are standard input. Fails on a directory and on whatever
  /// the system refuses. Waits for a writer where `path` is a FIFO.
  static Result<InputFile> open(const std::string& path);

  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&& other) noexcept;
  ~InputFile();

  /// Reads what is there, at most `into.size()` bytes, and waits only while there is nothing.
  /// Returns how many bytes were read; 0 at the end.
  Result<std::size_t> read(std::span<char> into);

  /// What to call the file in an error: its path, or "standard input".
  const std::string& name() const { return name_; }

  /// Bytes in the file when it was opened; absent for a pipe.
  std::optional<std::uint64_t> size() const { return size_; }

 private:
  InputFile(int descriptor, std::string name, std::optional<std::uint64_t> size);

  int descriptor_;
  std::string name_;
  std::optional<std::uint64_t> size_;
};

}  // namespace tensorleak::trace
