#include "cli/workloads/browser/watch_page.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "cli/workloads/browser/page_console.hpp"
#include "cli/workloads/browser/page_files.hpp"
#include "cli/workloads/browser/page_logs.hpp"
#include "cli/workloads/browser/page_script.hpp"
#include "cli/workloads/browser/page_targets.hpp"
#include "cli/workloads/node_adapter.hpp"

namespace tensorleak::cli {

using analysis::Findings;
using nlohmann::json;
using trace::Result;

namespace {

using Clock = DevToolsPipe::Clock;

constexpr std::chrono::seconds kToStart{60};
constexpr std::chrono::seconds kToOpen{60};
/// For a page to write the end of its recording; one that is in an endless loop never will.
constexpr std::chrono::seconds kToClose{3};
constexpr auto kForever = Clock::time_point::max();

/// One run: takes the browser's messages in turn and does what each asks for.
class Watching {
 public:
  Watching(const PageWatch& watch, BrowserProcess& browser, const std::string& script,
           Interrupt& interrupt)
      : watch_(watch),
        browser_(browser),
        interrupt_(interrupt),
        pipe_(browser.pipe()),
        targets_(pipe_, script),
        logs_(watch.logs, std::to_string(browser.process())) {}

  /// Until there is an end; the browser stays open.
  Result<WatchedPage> run();

  /// The files that the page has from servers, for as long as this is here.
  PageFiles files();

 private:
  using Wait = DevToolsPipe::Wait;

  /// Handles messages while `goes_on` says so; false when something else ended it.
  template <class GoesOn>
  bool handle_while(Clock::time_point until, const GoesOn& goes_on);

  void handle(const json& message);
  void handle_event(const std::string& session, const std::string& method, const json& parameters);
  void binding_called(const std::string& session, const json& parameters);
  void page_gone(const json& parameters);
  void crashed(const json& parameters);

  bool open();
  void close_recordings();
  void end(PageEnd how);
  std::optional<json> answer_to(int command, Clock::time_point until);
  std::optional<json> call_page(std::string_view method, const json& parameters,
                                Clock::time_point until);
  tl::unexpected<trace::Error> not_started() const;

  const PageWatch& watch_;
  BrowserProcess& browser_;
  Interrupt& interrupt_;
  DevToolsPipe& pipe_;
  PageTargets targets_;
  PageLogs logs_;
  int awaited_ = 0;  ///< the id of the command whose answer is waited for
  std::optional<json> answer_;
  std::optional<json> opened_;
  std::optional<PageEnd> end_;
  std::optional<Crash> crash_;
};

template <class GoesOn>
bool Watching::handle_while(Clock::time_point until, const GoesOn& goes_on) {
  while (goes_on()) {
    switch (pipe_.wait(until, interrupt_.descriptor())) {
      case Wait::kMessage:
        if (const auto message = pipe_.next()) handle(*message);
        break;
      case Wait::kTimeout:
        return false;
      case Wait::kInterrupted:
        interrupt_.clear();
        end(PageEnd::kInterrupted);
        return false;
      case Wait::kClosed:
        end(PageEnd::kClosed);
        return false;
    }
  }
  return true;
}

void Watching::handle(const json& message) {
  if (message.value("id", 0) == awaited_ && awaited_ != 0) answer_ = message;
  const std::string method = message.value("method", "");
  if (method.empty()) return;
  handle_event(message.value("sessionId", ""), method, message.value("params", json::object()));
}

void Watching::handle_event(const std::string& session, const std::string& method,
                            const json& parameters) {
  if (method == "Runtime.bindingCalled") return binding_called(session, parameters);
  if (method == "Target.attachedToTarget") return targets_.attached(parameters);
  if (method == "Debugger.paused") return targets_.paused(session);
  if (method == "Target.detachedFromTarget") return logs_.forget(parameters.value("sessionId", ""));
  if (method == "Inspector.targetCrashed") return logs_.forget(session);
  if (method == "Target.targetDestroyed") return page_gone(parameters);
  if (method == "Target.targetCrashed") return crashed(parameters);
  if (const auto complaint = page_complaint(method, parameters)) watch_.complain(*complaint);
}

void Watching::binding_called(const std::string& session, const json& parameters) {
  if (parameters.value("name", "") != kPageBinding) return;
  const Realm realm{session, parameters.value("executionContextId", std::int64_t{0})};
  if (logs_.take(realm, parameters.value("payload", "")) == PageLogs::Wish::kDone) {
    end(PageEnd::kDone);
  }
}

void Watching::page_gone(const json& parameters) {
  if (parameters.value("targetId", "") == targets_.page_target()) end(PageEnd::kClosed);
}

void Watching::crashed(const json& parameters) {
  crash_ = Crash{parameters.value("status", "crashed"), parameters.value("errorCode", 0)};
  end(PageEnd::kCrashed);
}

void Watching::end(PageEnd how) {
  if (!end_) end_ = how;
}

/// False where something ended the run before the page was there.
bool Watching::open() {
  targets_.attach_to_all();
  const bool has_page =
      handle_while(Clock::now() + kToStart, [this] { return targets_.page().empty() && !end_; });
  if (!has_page || end_) return false;
  const int navigation = pipe_.send(targets_.page(), "Page.navigate", {{"url", watch_.url}});
  opened_ = answer_to(navigation, Clock::now() + kToOpen);
  return opened_.has_value();
}

std::optional<json> Watching::answer_to(int command, Clock::time_point until) {
  awaited_ = command;
  answer_.reset();
  const bool had_ended = end_.has_value();
  handle_while(until, [&] { return !answer_ && end_.has_value() == had_ended; });
  awaited_ = 0;
  return std::exchange(answer_, std::nullopt);
}

std::optional<json> Watching::call_page(std::string_view method, const json& parameters,
                                        Clock::time_point until) {
  const auto answer = answer_to(pipe_.send(targets_.page(), method, parameters), until);
  if (!answer || !answer->contains("result")) return std::nullopt;
  return answer->at("result");
}

PageFiles Watching::files() {
  // Whatever the page goes on with is not recorded, and takes time from those who judge it.
  pipe_.send(targets_.page(), "Page.setWebLifecycleState", {{"state", "frozen"}});
  return {[this](std::string_view method, const json& parameters, Clock::time_point until) {
            return call_page(method, parameters, until);
          },
          targets_.page_target(), watch_.url, watch_.is_from_disk};
}

void Watching::close_recordings() {
  for (const Realm& realm : logs_.open_realms()) {
    pipe_.send(realm.session, "Runtime.evaluate",
               {{"expression", kCloseRecording}, {"contextId", realm.context}, {"silent", true}});
  }
  handle_while(Clock::now() + kToClose, [this] { return !logs_.open_realms().empty(); });
  logs_.finish();
}

tl::unexpected<trace::Error> Watching::not_started() const {
  const std::string words = browser_.last_words();
  return trace::fail({watch_.browser.program, 0, 0,
                      "the browser shows no page" + (words.empty() ? "" : "; it says: " + words),
                      "try it by hand, or name another with --browser PATH"});
}

Result<WatchedPage> Watching::run() {
  if (!open() && end_ != PageEnd::kInterrupted && end_ != PageEnd::kCrashed &&
      end_ != PageEnd::kDone) {
    return not_started();
  }
  if (opened_) {
    const json result = opened_->value("result", json::object());
    const std::string error = result.value("errorText", "");
    if (!error.empty()) {
      return trace::fail({watch_.url, 0, 0, "the page cannot be opened: " + error,
                          "check the address, and that its server runs"});
    }
  }
  const Clock::time_point until =
      watch_.seconds ? Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(*watch_.seconds))
                     : kForever;
  handle_while(until, [this] { return !end_; });
  end(PageEnd::kTime);
  close_recordings();
  if (!logs_.unwritten().empty()) {
    return trace::fail({logs_.unwritten(), 0, 0, "this log cannot be written whole",
                        "name a folder with room with -o"});
  }
  return WatchedPage{*end_, crash_, logs_.paths()};
}

}  // namespace

Result<Findings> watch_page(const PageWatch& watch, Interrupt& interrupt,
                            const JudgeWatched& judge) {
  const auto script =
      page_script(node_adapter_folder(), {.stacks = watch.stacks, .frames = watch.frames});
  if (!script) return trace::fail(script.error());
  auto browser = BrowserProcess::start(watch.browser);
  if (!browser) return trace::fail(browser.error());
  Watching watching(watch, *browser, *script, interrupt);
  const auto watched = watching.run();
  if (!watched) return trace::fail(watched.error());
  PageFiles files = watching.files();
  return judge(*watched, [&files](std::string_view name, std::size_t most) {
    return files.read(name, most);
  });
}

}  // namespace tensorleak::cli
