// For tests: runs a program in a folder of its own and keeps what it left behind.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "libtrack/record/tests/recorded_trace.hpp"

namespace tensorleak::record::testing {

/// A folder for a program's files, removed with the object.
class Workplace {
 public:
  Workplace();
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  /// Names of the files whose names begin so, in order.
  std::vector<std::string> files(const std::string& beginning) const;

  /// Runs a program here with these variables beside the test's own. Returns the exit code, 128 +
  /// the signal's number where one ended it, or 254 after a minute.
  int run(const std::vector<std::string>& words, const std::vector<std::string>& environment);

  /// Runs a scene with TENSORLEAK_TRACE=trace.
  int run_scene(std::vector<std::string> words, std::vector<std::string> environment = {});
  RecordedTrace trace() const { return read_trace(path("trace")); }

  /// What the last program said on standard error.
  std::string errors() const;

 private:
  std::filesystem::path folder_;
};

}  // namespace tensorleak::record::testing
