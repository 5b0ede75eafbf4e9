// Programs for tests: what they make and where, where their turns truly begin, and which are found.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "libtrack/trace/event.hpp"
#include "reports/analysis/analyzer.hpp"
#include "reports/analysis/frames/frame_marker.hpp"
#include "reports/analysis/frames/frame_scout.hpp"

namespace tensorleak::analysis {

/// Of each lane: how many creations stand before each of its marks.
using Marks = std::map<std::string, std::vector<std::size_t>>;

/// A function of app.js and the line at which it is.
struct Call {
  std::string function;
  std::uint32_t line = 0;
};

/// What a program did, as the events of its recording, which has no marks.
class Program {
 public:
  Program() { events_.emplace_back(trace::Header{.runtime = "test 1.0"}); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// A place that makes tensors: calls of the user's functions, innermost first, of which the first
  /// calls a library and the last is called by the runtime's loop. `id` is a stack's that is
  /// defined again; 0 is a new one.
  std::uint64_t place(const std::vector<Call>& calls, std::uint64_t id = 0) {
    std::vector<trace::StackFrame>& frames = stacks_.emplace_back();
    frames.push_back({.function = "add", .file = "node_modules/lib/index.js", .line = 7});
    for (const Call& call : calls) {
      const std::string& name = names_.emplace_back(call.function);
      frames.push_back({.function = name, .file = "src/app.js", .line = call.line});
    }
    frames.push_back({.function = "runLoop", .file = "node:internal/loop", .line = 95});
    const std::uint64_t stack = id == 0 ? ++last_stack_ : id;
    events_.emplace_back(trace::StackDefinition{.id = {stack}, .frames = frames});
    return stack;
  }

  /// Makes a tensor that is never disposed. Returns its id.
  std::uint64_t keep(std::uint64_t place, bool is_variable = false) {
    trace::Alloc alloc{.id = {++creations_},
                       .bytes = 16,
                       .dtype = "float32",
                       .op = "Add",
                       .stack = trace::StackId{place},
                       .thread = {thread_},
                       .time = pass()};
    alloc.flags.set(trace::Flag::kVariable, is_variable);
    events_.emplace_back(alloc);
    return creations_;
  }

  void dispose(std::uint64_t id) {
    events_.emplace_back(trace::Free{.id = {id}, .thread = {thread_}, .time = pass()});
  }

  /// Makes a tensor and disposes it.
  void make(std::uint64_t place) { dispose(keep(place)); }

  /// A creation whose stack is not known.
  void make_by(const std::string& operation) {
    const std::string& name = names_.emplace_back(operation);
    events_.emplace_back(trace::Alloc{
        .id = {++creations_}, .bytes = 16, .op = name, .thread = {thread_}, .time = pass()});
  }

  /// The operation's name has to last as long as the program.
  void read(std::uint64_t id, std::string_view operation) {
    events_.emplace_back(trace::Use{.id = {id}, .op = operation, .time = pass()});
  }

  void open_scope(const std::string& name) {
    const std::string& kept = names_.emplace_back(name);
    events_.emplace_back(trace::ScopeBegin{.name = kept, .thread = {thread_}, .time = pass()});
  }

  void say(const trace::Event& event) { events_.push_back(event); }
  void on_thread(std::uint64_t thread) { thread_ = thread; }
  void wait(trace::Nanoseconds time) { now_ += time; }
  trace::Nanoseconds now() const { return now_; }

  /// A turn truly begins here, or the last one ends.
  void mark(const std::string& lane = "") { marks_[lane].push_back(creations_); }

  const Marks& marks() const { return marks_; }
  const std::vector<trace::Event>& events() const { return events_; }

 private:
  trace::Nanoseconds pass() { return now_ += 10; }

  std::deque<std::vector<trace::StackFrame>> stacks_;
  std::deque<std::string> names_;
  std::vector<trace::Event> events_;
  Marks marks_;
  std::uint64_t last_stack_ = 0;
  std::uint64_t creations_ = 0;
  std::uint64_t thread_ = 0;
  trace::Nanoseconds now_ = 1000;
};

inline trace::Result<FramePlan> plan_of(const Program& program, const FrameRequest& request = {}) {
  FrameScout scout(request, {});
  for (const trace::Event& event : program.events()) {
    if (!scout.wants_more()) break;
    scout.consume(event);
  }
  return scout.plan();
}

/// The marks that the plan puts into the program.
inline Marks marks_by(const FramePlan& plan, const Program& program) {
  FrameMarker marker(plan);
  Marks marks;
  std::size_t creations = 0;
  const auto note = [&](const trace::FrameMark& mark) {
    marks[std::string(mark.lane)].push_back(creations);
  };
  for (const trace::Event& event : program.events()) {
    marker.before(event, note);
    if (std::holds_alternative<trace::Alloc>(event)) ++creations;
  }
  marker.at_end(program.now(), note);
  return marks;
}

inline Marks found_marks(const Program& program, const FrameRequest& request = {}) {
  const auto plan = plan_of(program, request);
  return plan ? marks_by(*plan, program) : Marks{};
}

inline Findings judge(const Program& program, const FrameRequest& request = {}) {
  Options options;
  options.frame_plan = plan_of(program, request).value();
  Analyzer analyzer(std::move(options));
  std::uint64_t place = 0;
  for (const trace::Event& event : program.events())
    analyzer.consume(event, ++place);
  return analyzer.finish(trace::Ending::kClean);
}

}  // namespace tensorleak::analysis
