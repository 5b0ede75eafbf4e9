// Reads a recording once, ahead of the analysis, to say where its frames begin.
//
//   FrameScout scout(options);
//   while (… next event … && scout.wants_more()) scout.consume(event);
//   Options with_frames = options; with_frames.plan = scout.plan();
//   … and the recording once more, through an Analyzer.
//
// Of each thread the last 2^17 creations at least are kept, 16 bytes each, of at most 64 threads.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "libtrack/trace/event.hpp"
#include "libtrack/trace/result.hpp"
#include "reports/analysis/frame_owner.hpp"
#include "reports/analysis/frames/creation_symbols.hpp"
#include "reports/analysis/frames/find_loops.hpp"
#include "reports/analysis/frames/frame_plan.hpp"
#include "reports/analysis/resolve_address.hpp"
#include "reports/analysis/stack_table.hpp"

namespace tensorleak::analysis {

/// Which frames to judge by.
enum class FrameChoice : std::uint8_t {
  kAny,    ///< marks; where there are none, a loop; where none is found, time if it tells anything
  kMarks,  ///< marks alone
  kFound,  ///< a loop, whatever was marked
  kTime,   ///< slices of time, whatever was marked
};

/// What a user asks for.
struct FrameRequest {
  FrameChoice choice = FrameChoice::kAny;
  /// Where it is not empty it names what begins a frame, whatever the choice: a function,
  /// FILE:LINE, or a scope.
  std::string frame_on;

  /// Whether the recording's own marks are all that can be asked for.
  bool is_for_marks() const { return choice == FrameChoice::kMarks && frame_on.empty(); }
};

class FrameScout {
 public:
  FrameScout(FrameRequest request, std::vector<std::string> framework_patterns,
             ResolveAddress resolve = {}, FindOriginal find_original = {});

  void consume(const trace::Event& event);

  /// Whether the rest of the recording can change the plan.
  bool wants_more() const { return !request_.is_for_marks() && !is_settled_by_marks(); }

  /// The plan, once all was consumed. Fails where `frame_on` names nothing that the recording has.
  trace::Result<FramePlan> plan() const;

 private:
  struct Thread {
    trace::ThreadId id;
    std::vector<Creation> creations;
    bool is_cut = false;
  };
  /// What `frame_on` asks for, by its spelling.
  struct Wanted {
    std::string function;
    std::string file;
    std::uint32_t line = 0;
  };

  void on(const trace::Alloc& alloc);
  /// Whether what the place made last was disposed right before.
  bool replaces(Symbol symbol, trace::TensorId with);
  static void append(Thread& thread, const Creation& creation);
  bool is_settled_by_marks() const;
  Thread* thread(trace::ThreadId id);
  const std::vector<Frame>& stack_of(Symbol symbol) const;
  std::optional<std::size_t> depth_of_wanted(const std::vector<Frame>& stack) const;
  FramePlan found() const;
  FramePlan found_in_reads() const;
  trace::Result<FramePlan> chosen() const;
  FramePlan sliced() const;
  bool repeats_itself() const;
  void add_loop(FramePlan& plan, const Thread& thread, const FoundLoop& loop) const;

  FrameRequest request_;
  Wanted wanted_;
  FrameOwner owners_;
  StackTable stacks_;
  CreationSymbols symbols_;
  mutable std::unordered_map<Symbol, std::vector<Frame>> resolved_;  ///< references stay valid
  std::vector<Thread> threads_;
  Thread reads_;  ///< of all threads, which no recording tells apart
  std::size_t latest_thread_ = 0;
  tsl::robin_map<Symbol, trace::TensorId> latest_;  ///< what each place made last
  std::vector<trace::TensorId> just_disposed_;      ///< since the last creation or use
  std::uint64_t moment_ = 0;                        ///< creations, uses and disposals so far
  bool has_marks_ = false;
  bool has_scope_ = false;                        ///< that `frame_on` names
  std::optional<trace::Nanoseconds> first_time_;  ///< of a creation or disposal
  trace::Nanoseconds last_time_ = 0;              ///< of whatever happened
};

}  // namespace tensorleak::analysis
