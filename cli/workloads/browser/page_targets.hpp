// Everything in the browser that can run code: pages, frames of other origins, workers. Each gets
// the agent before its first script.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/workloads/browser/devtools_pipe.hpp"

namespace tensorleak::cli {

class PageTargets {
 public:
  /// `script` is page_script(). Both must outlive what is made here.
  PageTargets(DevToolsPipe& pipe, const std::string& script) : pipe_(pipe), script_(script) {}

  /// Asks for all targets, those that are here and those to come, which wait until they are ready.
  void attach_to_all();

  /// A Target.attachedToTarget: puts the agent into it and lets it go on.
  void attached(const nlohmann::json& parameters);

  /// A Debugger.paused: the worker of this session is about to run its first script.
  void paused(const std::string& session);

  /// The session of the first page; empty until it is here.
  const std::string& page() const { return page_; }
  /// Its id as a target.
  const std::string& page_target() const { return page_target_; }

 private:
  void attach_to_all_in(const std::string& session);
  void instrument_document(const std::string& session);
  void instrument_worker(const std::string& session);

  DevToolsPipe& pipe_;
  const std::string& script_;
  std::string page_;
  std::string page_target_;
};

}  // namespace tensorleak::cli
