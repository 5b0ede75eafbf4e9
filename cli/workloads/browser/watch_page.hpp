// Opens a page in a browser, collects what its agents say until there is an end, and has it judged.
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
#include "reports/analysis/findings.hpp"
#include "reports/symbols/source_maps/source_maps.hpp"

namespace tensorleak::cli {

struct PageWatch {
  std::string url;
  bool is_from_disk = false;  ///< its files are below the source root
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

/// Judges what was recorded, while the browser is still open: `elsewhere` has the files that the
/// page has from servers.
using JudgeWatched = std::function<trace::Result<analysis::Findings>(
    const WatchedPage& watched, const symbols::ReadElsewhere& elsewhere)>;

/// Fails where the adapter is not installed, the browser does not start or the page does not open,
/// and as `judge` does.
trace::Result<analysis::Findings> watch_page(const PageWatch& watch, Interrupt& interrupt,
                                             const JudgeWatched& judge);

}  // namespace tensorleak::cli
