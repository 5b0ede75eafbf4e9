// A pipe that is to be read twice: its bytes in a temporary file.
#pragma once

#include <string>
#include <utility>

#include "libtrack/trace/result.hpp"

namespace tensorleak::cli {

/// Owns the file, which goes with it.
class Spool {
 public:
  /// Whether what is at `path` can be read only once: standard input, a pipe, a device.
  static bool is_needed(const std::string& path);

  /// Copies all of it, as it is stored, into a file in $TMPDIR (/tmp where that is not set).
  static trace::Result<Spool> copy(const std::string& path);

  Spool(Spool&& other) noexcept
      : path_(std::exchange(other.path_, {})), name_(std::move(other.name_)) {}
  Spool& operator=(Spool&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(name_, other.name_);
    return *this;
  }
  ~Spool();

  const std::string& path() const { return path_; }
  /// What errors call the input that was copied.
  const std::string& name() const { return name_; }

 private:
  Spool(std::string path, std::string name) : path_(std::move(path)), name_(std::move(name)) {}

  std::string path_;  ///< empty: moved from
  std::string name_;
};

}  // namespace tensorleak::cli
