// Runs a script with libtrack: real tensors, scopes, variables and pools, whose stacks are the
// places of the script.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <track/track.hpp>

#include "cli/workloads/script/names.hpp"
#include "cli/workloads/script/script.hpp"
#include "libtrack/trace/result.hpp"

namespace tensorleak::cli::script {

/// How a run ended.
struct RunEnd {
  std::int64_t frames = 0;        ///< that were run to their mark
  bool is_out_of_memory = false;  ///< the script's memory limit was reached, in the frame after
};

/// One run of one script. Not safe for use by two threads at once.
class Runner {
 public:
  /// `script` must outlive it, and check_script() found nothing wrong with it.
  explicit Runner(const Script& script);
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  ~Runner();

  /// Runs all of it, once. An error has the line and the JSON pointer of its step: a name that
  /// stands for nothing, shapes that do not fit, a tensor that is read after its dispose.
  trace::Result<RunEnd> run();

 private:
  class OutOfMemory {};

  void run_all(RunEnd& end);
  void steps(const Steps& steps);
  void step(const Step& step);
  void say_stack();
  void check_memory() const;

  void act(const Operation& operation);
  void act(const Clone& clone);
  void act(const Reshape& reshape);
  void act(const ExpandDims& expand);
  void act(const Dispose& dispose);
  void act(const Keep& keep);
  void act(const Forget& forget);
  void act(const Use& use);
  void act(const Append& append);
  void act(const Take& take);
  void act(const Tidy& tidy);
  void act(const NamedScope& scope);
  void act(const MakeVariable& variable);
  void act(const Assign& assign);
  void act(const Acquire& acquire);
  void act(const Release& release);
  void act(const Call& call);
  void act(const Repeat& repeat);
  void act(const If& branch);
  void act(const Load& load);
  void act(const Predict& predict);
  void act(const CountMemory& count);
  void act(const Resource& resource);

  bool holds(const Condition& condition);
  Value& value(const std::string& name);
  const track::Tensor& tensor(const std::string& name);
  /// Of each name; where it is a list's, of all its members.
  std::vector<track::Tensor> tensors(const Names& names);
  void add_tensors(const std::string& name, std::vector<track::Tensor>& result);
  std::deque<Value>& list(const std::string& name);
  void bind(const std::string& name, Value value);

  const Script& script_;
  const std::uint64_t bytes_before_;  // which the process held already
  std::map<std::string, track::TensorPool, std::less<>> pools_;
  NameTable names_;
  std::vector<const Step*> activations_;  // the step of each active function, outermost first
  std::map<const Step*, std::uint64_t> places_;
  std::int64_t frame_ = 0;
};

}  // namespace tensorleak::cli::script
