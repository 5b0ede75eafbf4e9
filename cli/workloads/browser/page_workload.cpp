#include "cli/workloads/browser/page_workload.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include "cli/console.hpp"
#include "cli/workloads/browser/find_browser.hpp"
#include "cli/workloads/browser/folder_server.hpp"
#include "cli/workloads/browser/watch_page.hpp"
#include "cli/workloads/output_folder.hpp"
#include "cli/workloads/worst_recording.hpp"
#include "reports/analysis/analyzer.hpp"

namespace tensorleak::cli {

using analysis::Findings;
using analysis::ProgramEnd;
using trace::Result;

namespace fs = std::filesystem;

namespace {

/// Headless, nobody sees that nothing ends.
constexpr double kHeadlessSeconds = 30;
constexpr int kSignalBase = 128;
constexpr int kSignals = 65;

/// Where the page is: its address, and the server that answers there.
struct Site {
  std::string url;
  std::optional<FolderServer> server;
};

Result<Site> site_of(const std::string& input) {
  const std::string folder = folder_of_page(input);
  if (folder.empty()) return Site{.url = input};
  auto server = FolderServer::start(folder);
  if (!server) return trace::fail(server.error());
  std::error_code ignored;
  const bool is_folder = fs::is_directory(input, ignored);
  std::string url = server->entry(is_folder ? "" : fs::path(input).filename().string());
  return Site{std::move(url), std::move(*server)};
}

std::string stacks_in_words(std::optional<StackChoice> stacks) {
  const char* const environment = std::getenv("TENSORLEAK_STACKS");
  if (!stacks) {
    const std::string wish = environment == nullptr ? "" : environment;
    return wish == "all" || wish == "none" ? wish : "adaptive";
  }
  switch (*stacks) {
    case StackChoice::kAll:
      return "all";
    case StackChoice::kAdaptive:
      return "adaptive";
    case StackChoice::kNone:
      return "none";
  }
  return "adaptive";
}

std::optional<double> time_limit(const PageSettings& settings) {
  if (settings.seconds || settings.shows || settings.frames > 0) return settings.seconds;
  return kHeadlessSeconds;
}

/// A crash is told as the end of a program by the signal that the browser names, where it does.
ProgramEnd end_of(const std::optional<Crash>& crash) {
  if (!crash) return {};
  if (crash->code <= 0 || crash->code >= kSignals) return {.exit_code = 1};
  return {.exit_code = static_cast<std::uint64_t>(kSignalBase + crash->code),
          .signal = static_cast<std::uint64_t>(crash->code)};
}

std::uint64_t frames_in(const Findings& findings) {
  std::uint64_t frames = 0;
  for (const auto& lane : findings.lanes)
    frames += lane.frames;
  return frames;
}

std::string crash_in_words(const Crash& crash, const Findings& findings) {
  return fmt::format("the page crashed ({}) in frame {}, with {} tensors of {} bytes alive",
                     crash.status, frames_in(findings) + 1, findings.totals.end_tensors,
                     findings.totals.end_bytes);
}

/// A page that stopped at its first error, or waits for a click, has no frames and leaves nothing
/// behind: that is no proof that it is clean.
void doubt_without_frames(Findings& findings) {
  analysis::Verdict& verdict = findings.verdict;
  if (verdict.outcome != analysis::Outcome::kClean) return;
  verdict.outcome = analysis::Outcome::kNoVerdict;
  verdict.doubts.push_back(analysis::Doubt::kTooShort);
}

Findings nothing_observed(const std::string& input) {
  Findings findings = analysis::Analyzer({}).finish(trace::Ending::kClean);
  findings.subject.input = input;
  findings.subject.program = input;
  findings.notes = {
      "no code of the page, of its frames and of its workers made a tensor with TensorFlow.js: it "
      "computes by another library, it waits for somebody who clicks (--show), or the time was too "
      "short (--for-seconds)"};
  return findings;
}

void complain_line_by_line(const std::string& words) {
  std::istringstream lines(words);
  for (std::string line; std::getline(lines, line);)
    remark("page: " + line);
}

Result<PageWatch> watch_of(const PageSettings& settings, const fs::path& folder) {
  const auto browser = find_browser(settings.browser);
  if (!browser) return trace::fail(browser.error());
  const auto logs = prepare_for_traces(folder);
  if (!logs) return trace::fail(logs.error());
  return PageWatch{
      .browser = {.program = *browser, .shows = settings.shows, .camera = settings.camera},
      .stacks = stacks_in_words(settings.stacks),
      .frames = settings.frames,
      .seconds = time_limit(settings),
      .logs = *logs,
      .complain = complain_line_by_line};
}

Result<Findings> judge_watched(const WatchedPage& watched, const std::string& input,
                               const JudgeTrace& judge, const Weigh& weigh) {
  bool has_frames = false;
  const auto judge_and_look = [&](const std::string& log) {
    auto findings = judge(log);
    has_frames = has_frames || (findings && frames_in(*findings) > 0);
    return findings;
  };
  auto findings = watched.logs.empty() ? Result<Findings>(nothing_observed(input))
                                       : judge_worst(watched.logs, "frame or worker of the page",
                                                     judge_and_look, weigh);
  if (!findings) return findings;
  if (!has_frames) doubt_without_frames(*findings);
  findings->program_end = end_of(watched.crash);
  if (watched.crash) {
    findings->notes.insert(findings->notes.begin(), crash_in_words(*watched.crash, *findings));
  }
  return findings;
}

}  // namespace

std::string folder_of_page(const std::string& input) {
  if (input.find("://") != std::string::npos) return "";
  std::error_code ignored;
  const fs::path path = fs::absolute(input, ignored);
  return fs::is_directory(path, ignored) ? path : path.parent_path();
}

Result<Findings> judge_page(const std::string& input, const PageSettings& settings,
                            const fs::path& folder, const JudgePageLog& judge, const Weigh& weigh) {
  auto watch = watch_of(settings, folder);
  if (!watch) return trace::fail(watch.error());
  Interrupt interrupt;  // before the server's threads
  const auto site = site_of(input);
  if (!site) return trace::fail(site.error());
  watch->url = site->url;
  watch->is_from_disk = site->server.has_value();
  return watch_page(
      *watch, interrupt, [&](const WatchedPage& watched, const symbols::ReadElsewhere& elsewhere) {
        return judge_watched(
            watched, input, [&](const std::string& log) { return judge(log, elsewhere); }, weigh);
      });
}

}  // namespace tensorleak::cli
