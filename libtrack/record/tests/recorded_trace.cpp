#include "libtrack/record/tests/recorded_trace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "libtrack/trace/trace_reader.hpp"

namespace tensorleak::record::testing {
namespace {

constexpr std::array kReasons = {"unknown", "dispose", "scope", "variable", "pool", "collected"};

std::string number(std::uint64_t value) {
  return std::to_string(value);
}

/// Takes one event after another.
class Collector {
 public:
  explicit Collector(RecordedTrace& trace) : trace_(trace) {}

  void operator()(const trace::Header& header) {
    trace_.runtime = header.runtime;
    trace_.program = header.program;
    trace_.backend = header.backend;
    trace_.bytes_rule = header.bytes_rule;
    trace_.process = header.process;
    trace_.started_late = header.started_late;
  }
  void operator()(const trace::ModuleDefinition& module) {
    modules_[module.id.value] = {std::string(module.path), std::string(module.build_id)};
  }
  void operator()(const trace::StackDefinition& stack) {
    ++trace_.stacks;
    auto& frames = stacks_[stack.id.value];
    for (const trace::StackFrame& frame : stack.frames) {
      RecordedFrame copy{.address = frame.address};
      if (!frame.function.empty()) {
        copy.place = std::string(frame.function) + " " + std::string(frame.file) + ":" +
                     std::to_string(frame.line) + ":" + std::to_string(frame.column);
      }
      if (frame.module) std::tie(copy.module, copy.build_id) = modules_[frame.module->value];
      frames.push_back(copy);
    }
  }
  void operator()(const trace::Alloc& alloc) {
    RecordedTensor tensor{.id = alloc.id.value,
                          .buffer = {},
                          .bytes = alloc.bytes,
                          .shape = {},
                          .dtype = std::string(alloc.dtype),
                          .device = std::string(alloc.device),
                          .op = std::string(alloc.op),
                          .thread = alloc.thread.value,
                          .time = alloc.time,
                          .scope = {},
                          .flags = alloc.flags.bits(),
                          .stack_id = {},
                          .stack = {}};
    if (alloc.buffer) tensor.buffer = alloc.buffer->value;
    if (alloc.shape) tensor.shape.emplace(alloc.shape->begin(), alloc.shape->end());
    if (alloc.scope) tensor.scope = alloc.scope->value;
    if (alloc.stack) {
      tensor.stack_id = alloc.stack->value;
      tensor.stack = stacks_[alloc.stack->value];
    }
    alive_[tensor.id] = trace_.tensors.size();
    trace_.tensors.push_back(std::move(tensor));
  }
  void operator()(const trace::Free& free) {
    const auto found = alive_.find(free.id.value);
    const bool is_alive = found != alive_.end();
    if (is_alive) {
      trace_.tensors[found->second].is_alive = false;
      alive_.erase(found);
    }
    trace_.frees.push_back(number(free.id.value) + " " +
                           kReasons.at(static_cast<std::size_t>(free.why)) +
                           (is_alive ? "" : ", not alive") + (free.stack ? ", stack" : ""));
  }
  void operator()(const trace::Use& use) {
    note("use " + number(use.id.value) + " " + std::string(use.op));
  }
  void operator()(const trace::Keep& keep) {
    note("keep " + number(keep.id.value) + " " + number(keep.value ? 1 : 0));
  }
  void operator()(const trace::Name& name) {
    note("name " + number(name.id.value) + " " + std::string(name.text));
  }
  void operator()(const trace::FlagChange& change) {
    note("flag " + number(change.id.value) + " " + number(static_cast<std::uint64_t>(change.flag)) +
         " " + number(change.value ? 1 : 0));
  }
  void operator()(const trace::Lost& lost) { note("lost " + number(lost.id.value)); }
  void operator()(const trace::ScopeBegin& scope) {
    note("scope " + number(scope.id.value) +
         (scope.parent ? " in " + number(scope.parent->value) : "") + " '" +
         std::string(scope.name) + "'");
  }
  void operator()(const trace::ScopeEnd& scope) { note("scope_end " + number(scope.id.value)); }
  void operator()(const trace::FrameMark& mark) {
    note("frame '" + std::string(mark.lane) + "' '" + std::string(mark.name) + "'");
  }
  void operator()(const trace::Counter& counter) {
    if (counter.rss) {
      ++trace_.rss_counters;
      return;
    }
    std::string words = "counter";
    if (counter.tensors) words += " tensors=" + number(*counter.tensors);
    if (counter.buffers) words += " buffers=" + number(*counter.buffers);
    if (counter.bytes) words += " bytes=" + number(*counter.bytes);
    for (const trace::Resource& resource : counter.resources) {
      words += " " + std::string(resource.name) + "=" + number(resource.value);
    }
    note(words);
  }
  void operator()(const trace::Dropped& dropped) { trace_.dropped += dropped.count; }
  void operator()(const trace::Misuse& misuse) {
    std::string words =
        "misuse " + std::string(misuse.kind) + " '" + std::string(misuse.words) + "'";
    if (misuse.stack) words += " at " + stacks_[misuse.stack->value].front().place;
    note(std::move(words));
  }
  void operator()(const trace::Holder& holder) {
    std::string words = "holder of " + number(holder.id.value) + " '" + std::string(holder.by) +
                        "' by '" + std::string(holder.path) + "'";
    if (holder.members) words += " of " + number(*holder.members);
    note(std::move(words));
  }
  void operator()(const trace::End&) {}
  void operator()(const trace::Unknown& unknown) { note("unknown " + std::string(unknown.kind)); }

 private:
  void note(std::string words) { trace_.others.push_back(std::move(words)); }

  RecordedTrace& trace_;
  std::map<std::uint64_t, std::pair<std::string, std::string>> modules_;
  std::map<std::uint64_t, std::vector<RecordedFrame>> stacks_;
  std::map<std::uint64_t, std::size_t> alive_;
};

}  // namespace

std::uint64_t RecordedTrace::alive() const {
  return static_cast<std::uint64_t>(std::ranges::count(tensors, true, &RecordedTensor::is_alive));
}

const RecordedTensor& RecordedTrace::of_size(std::uint64_t bytes) const {
  static const RecordedTensor none;
  const auto found = std::ranges::find(tensors, bytes, &RecordedTensor::bytes);
  EXPECT_NE(found, tensors.end()) << "no tensor of " << bytes << " bytes";
  return found == tensors.end() ? none : *found;
}

RecordedTrace read_trace(const std::string& path) {
  RecordedTrace trace;
  auto reader = trace::TraceReader::open(path);
  if (!reader) {
    trace.error = reader.error().text();
    return trace;
  }
  Collector collector(trace);
  for (;;) {
    const auto event = (*reader)->next();
    if (!event) {
      trace.error = event.error().text();
      return trace;
    }
    if (*event == nullptr) break;
    std::visit(collector, **event);
  }
  trace.ending = (*reader)->ending();
  return trace;
}

}  // namespace tensorleak::record::testing
