// Makes recordings for tests, event by event.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "libtrack/trace/event.hpp"
#include "reports/analysis/analyzer.hpp"

namespace tensorleak::analysis {

/// What of a test's alloc differs from a float32 [4] of 16 bytes made by stack 1.
struct Made {
  std::uint64_t stack = 1;  ///< 0: not recorded
  std::optional<std::uint64_t> scope;
  std::optional<std::uint64_t> buffer;
  std::uint64_t bytes = 16;
  std::vector<std::uint64_t> shape = {4};
  std::uint64_t thread = 0;
  std::vector<trace::Flag> flags = {};
};

class Recording {
 public:
  explicit Recording(Options options = {}) : analyzer_(std::move(options)) {
    say(trace::Header{.runtime = "test 1.0"});
    for (std::uint64_t stack = 1; stack <= 3; ++stack)
      define_stack(stack);
  }

  Recording& say(const trace::Event& event) {
    analyzer_.consume(event, ++place_);
    return *this;
  }

  Recording& alloc(std::uint64_t id, const Made& made = {}) {
    trace::Alloc alloc{.id = {id},
                       .bytes = made.bytes,
                       .shape = std::span<const std::uint64_t>(made.shape),
                       .dtype = "float32",
                       .op = "Add",
                       .thread = {made.thread}};
    if (made.stack != 0) alloc.stack = trace::StackId{made.stack};
    if (made.scope) alloc.scope = trace::ScopeId{*made.scope};
    if (made.buffer) alloc.buffer = trace::BufferId{*made.buffer};
    for (const trace::Flag flag : made.flags)
      alloc.flags.set(flag);
    return say(alloc);
  }

  Recording& free(std::uint64_t id, trace::FreeReason why = trace::FreeReason::kDispose,
                  std::uint64_t thread = 0) {
    return say(trace::Free{.id = {id}, .why = why, .thread = {thread}});
  }

  Recording& use(std::uint64_t id) { return say(trace::Use{.id = {id}, .op = "Mul"}); }

  Recording& mark(std::string_view lane = "") { return say(trace::FrameMark{.lane = lane}); }

  /// A mark before each of `count` turns of a loop and one after the last.
  Recording& frames(std::uint64_t count, const std::function<void(std::uint64_t)>& body) {
    for (std::uint64_t frame = 0; frame < count; ++frame) {
      mark();
      body(frame);
    }
    return mark();
  }

  Findings end() {
    say(trace::End{});
    return analyzer_.finish(trace::Ending::kClean);
  }

  Findings cut() { return analyzer_.finish(trace::Ending::kCutLine); }

 private:
  /// Stack N is function "stepN" at line 10 × N of loop.js, which called a library.
  void define_stack(std::uint64_t stack) {
    const std::string function = "step" + std::to_string(stack);
    const std::vector<trace::StackFrame> frames = {
        {.function = "add", .file = "node_modules/lib/index.js", .line = 7, .column = 3},
        {.function = function,
         .file = "no-such-folder/loop.js",
         .line = static_cast<std::uint32_t>(10 * stack),
         .column = 5}};
    say(trace::StackDefinition{.id = {stack}, .frames = frames});
  }

  Analyzer analyzer_;
  std::uint64_t place_ = 0;
};

}  // namespace tensorleak::analysis
