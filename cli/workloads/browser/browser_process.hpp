// A browser of our own: a process with a fresh profile, spoken to over a pipe.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cli/workloads/browser/devtools_pipe.hpp"
#include "cli/workloads/browser/page_settings.hpp"
#include "libtrack/trace/result.hpp"

namespace tensorleak::cli {

struct BrowserOptions {
  std::filesystem::path program;
  bool shows = false;  ///< in a window; else headless
  std::string camera;  ///< what a fake camera shows, as PageSettings have it
};

/// A folder in $TMPDIR that goes with it.
class TemporaryFolder {
 public:
  static trace::Result<TemporaryFolder> make();

  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;  ///< empty: moved from
};

/// Ends the browser, and removes its profile, when it goes.
class BrowserProcess {
 public:
  static trace::Result<BrowserProcess> start(const BrowserOptions& options);

  BrowserProcess(BrowserProcess&& other) noexcept;
  BrowserProcess& operator=(BrowserProcess&& other) = delete;
  ~BrowserProcess();

  DevToolsPipe& pipe() { return pipe_; }
  pid_t process() const { return process_; }

  /// The end of what the browser has said, for one that does not answer.
  std::string last_words() const;

 private:
  BrowserProcess(TemporaryFolder profile, DevToolsPipe pipe, pid_t process);

  TemporaryFolder profile_;
  DevToolsPipe pipe_;
  pid_t process_;  ///< and its group; 0: moved from
};

}  // namespace tensorleak::cli
