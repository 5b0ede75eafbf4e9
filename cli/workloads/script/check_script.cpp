#include "cli/workloads/script/check_script.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/workloads/script/operations.hpp"

namespace tensorleak::cli::script {

namespace {

/// What is wrong with an action itself, not with the steps in it; empty: nothing.
struct WrongWith {
  const Script& script;

  std::string operator()(const Operation& operation) const {
    if (operation.shape || is_operation(operation.op)) return "";
    return fmt::format("libtrack has no operation \"{}\", so that its result needs a \"shape\"",
                       operation.op);
  }
  std::string operator()(const Call& call) const {
    const auto found = script.functions.find(call.function);
    if (found == script.functions.end()) {
      return fmt::format("there is no function \"{}\"", call.function);
    }
    const Function& function = found->second;
    if (call.with.size() == function.parameters.size() &&
        call.as.size() <= function.returns.size()) {
      return "";
    }
    return fmt::format("{} takes {} values and returns {}; here are {} and {}", call.function,
                       function.parameters.size(), function.returns.size(), call.with.size(),
                       call.as.size());
  }
  std::string operator()(const Load& load) const {
    if (script.models.contains(load.model)) return "";
    return fmt::format("there is no model \"{}\"", load.model);
  }
  std::string operator()(const Acquire& acquire) const {
    if (std::ranges::find(script.pools, acquire.pool) != script.pools.end()) return "";
    return fmt::format("there is no pool \"{}\": name it in the script's \"pools\"", acquire.pool);
  }
  template <class Other>
  std::string operator()(const Other&) const {
    return "";
  }
};

std::optional<trace::Error> check(const Steps& steps, const Script& script);

/// Of the steps within a step.
struct CheckInner {
  const Script& script;

  std::optional<trace::Error> operator()(const Tidy& tidy) const {
    return check(tidy.steps, script);
  }
  std::optional<trace::Error> operator()(const NamedScope& scope) const {
    return check(scope.steps, script);
  }
  std::optional<trace::Error> operator()(const Repeat& repeat) const {
    return check(repeat.steps, script);
  }
  std::optional<trace::Error> operator()(const If& branch) const {
    if (auto error = check(branch.then, script)) return error;
    return check(branch.otherwise, script);
  }
  template <class Other>
  std::optional<trace::Error> operator()(const Other&) const {
    return std::nullopt;
  }
};

std::optional<trace::Error> check(const Steps& steps, const Script& script) {
  for (const Step& step : steps) {
    if (const std::string wrong = std::visit(WrongWith{script}, step.action); !wrong.empty()) {
      return trace::Error{script.file, step.line, 0, fmt::format("{}: {}", step.pointer, wrong),
                          ""};
    }
    if (auto error = std::visit(CheckInner{script}, step.action)) return error;
  }
  return std::nullopt;
}

}  // namespace

std::optional<trace::Error> check_script(const Script& script) {
  for (const Steps* const steps : {&script.setup, &script.frame, &script.teardown}) {
    if (auto error = check(*steps, script)) return error;
  }
  for (const auto& [name, function] : script.functions) {
    if (auto error = check(function.steps, script)) return error;
  }
  return std::nullopt;
}

}  // namespace tensorleak::cli::script
