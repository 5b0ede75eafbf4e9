#include "cli/workloads/browser/page_targets.hpp"

#include "cli/workloads/browser/page_script.hpp"

namespace tensorleak::cli {

using nlohmann::json;

namespace {

/// Worklets have no timers, and parts of the browser's own are no business of ours.
bool runs_pages(const std::string& type) {
  return type == "page" || type == "iframe" || type.ends_with("worker");
}

}  // namespace

void PageTargets::attach_to_all() {
  pipe_.send("", "Target.setDiscoverTargets", {{"discover", true}});
  attach_to_all_in("");
}

void PageTargets::attached(const json& parameters) {
  const std::string session = parameters.value("sessionId", "");
  const json target = parameters.value("targetInfo", json::object());
  const std::string type = target.value("type", "");
  if (type == "page" && page_.empty()) {
    page_ = session;
    page_target_ = target.value("targetId", "");
  }
  if (!runs_pages(type)) {
    pipe_.send(session, "Runtime.runIfWaitingForDebugger");
    return;
  }
  // In this order: only a realm that is reported (Runtime.enable) gets the binding.
  pipe_.send(session, "Runtime.enable");
  pipe_.send(session, "Runtime.addBinding", {{"name", kPageBinding}});
  pipe_.send(session, "Log.enable");
  pipe_.send(session, "Inspector.enable");
  attach_to_all_in(session);
  if (type == "page" || type == "iframe") {
    instrument_document(session);
  } else {
    instrument_worker(session);
  }
  pipe_.send(session, "Runtime.runIfWaitingForDebugger");
}

void PageTargets::attach_to_all_in(const std::string& session) {
  // `flatten`: all sessions share the pipe, each message with its session's id.
  pipe_.send(session, "Target.setAutoAttach",
             {{"autoAttach", true}, {"waitForDebuggerOnStart", true}, {"flatten", true}});
}

void PageTargets::instrument_document(const std::string& session) {
  pipe_.send(session, "Page.enable");
  // Frames of the same process, blob ones too, share the session and get the script by this as
  // well.
  pipe_.send(session, "Page.addScriptToEvaluateOnNewDocument",
             {{"source", script_}, {"runImmediately", true}});
}

void PageTargets::instrument_worker(const std::string& session) {
  // A worker has no documents, and before its script runs it has no address either, for which the
  // browser dies when it is asked: so the agent goes in when the first script is about to run.
  pipe_.send(session, "Debugger.enable");
  pipe_.send(session, "Debugger.setInstrumentationBreakpoint",
             {{"instrumentation", "beforeScriptExecution"}});
}

void PageTargets::paused(const std::string& session) {
  pipe_.send(session, "Runtime.evaluate", {{"expression", script_}, {"silent", true}});
  pipe_.send(session, "Debugger.disable");  // and with it the breakpoint: the script runs
}

}  // namespace tensorleak::cli
