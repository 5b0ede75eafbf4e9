// Opens a page in a browser and collects what its agents say until there is an end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/workloads/browser/browser_process.hpp"
#include "cli/workloads/browser/interrupt.hpp"
#include "libtrack/trace/result.hpp"

namespace tensorleak::cli {

struct PageWatch {
  std::string url;
  BrowserOptions browser;
  std::string stacks = "adaptive";
  std::uint64_t frames = 0;       ///< the run ends after so many; 0: not by frames
  std::optional<double> seconds;  ///< or after this time
  std::filesystem::path logs;     ///< folder for the event logs; absolute
  std::function<void(const std::string& line)> complain;  ///< told what goes wrong in the page
};

/// What ended the watching.
enum class PageEnd : std::uint8_t {
  kDone,  ///< the frames were reached, or the page called tensorleak.done()
  kTime,
  kClosed,       ///< the page was closed, or the whole browser
  kInterrupted,  ///< Ctrl-C
  kCrashed,
};

struct Crash {
  std::string status;  ///< as the browser calls it: crashed, oom, killed …
  int code = 0;        ///< the signal that ended the page's process, as far as the browser tells
};

struct WatchedPage {
  PageEnd end = PageEnd::kClosed;
  std::optional<Crash> crash;
  std::vector<std::filesystem::path>
      logs;  ///< one for each realm that made tensors, the first first
};

/// Fails where the adapter is not installed, the browser does not start or the page does not open.
trace::Result<WatchedPage> watch_page(const PageWatch& watch, Interrupt& interrupt);

}  // namespace tensorleak::cli
