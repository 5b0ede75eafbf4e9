#include "tests/cut_traces.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <ostream>
#include <string_view>

#include "libtrack/trace/test_traces.hpp"

namespace tensorleak::end_to_end {

namespace {

using trace::testing::Take;
using trace::testing::TraceBuilder;
using trace::testing::write_trace;

constexpr std::uint64_t kFrames = 32;

/// Sites, each a function of its own.
enum Site : std::uint64_t { kChurn, kWeights, kNewest, kHistory, kCache, kWarmUp, kLeak, kSites };

void define_sites(const Take& take) {
  for (std::uint64_t site = kChurn; site < kSites; ++site) {
    const std::string function = "step" + std::to_string(site);
    const std::array frames = {
        trace::StackFrame{.function = function,
                          .file = "no-such-folder/app.js",
                          .line = static_cast<std::uint32_t>(10 + 10 * site)}};
    take(trace::StackDefinition{.id = {site}, .frames = frames});
  }
}

/// Says what a program does, turn by turn.
class Program {
 public:
  Program(const Take& take, Size size)
      : take_(take),
        churn_(size == Size::kSmall ? 1 : 40),
        texts_(size == Size::kSmall ? "" : trace::testing::noise(kFrames * churn_ * kTextSize)) {
    take_(trace::Header{.runtime = "made up"});
    define_sites(take_);
  }

  std::uint64_t make(Site site, std::uint64_t thread = 0) {
    take_(trace::Alloc{.id = {++last_id_},
                       .bytes = 64,
                       .dtype = "float32",
                       .op = "Add",
                       .stack = trace::StackId{site},
                       .thread = {thread},
                       .time = ++time_});
    return last_id_;
  }
  void dispose(std::uint64_t id, std::uint64_t thread = 0) {
    take_(trace::Free{
        .id = {id}, .why = trace::FreeReason::kDispose, .thread = {thread}, .time = ++time_});
  }
  void use(std::uint64_t id) { take_(trace::Use{.id = {id}, .op = "Mul", .time = ++time_}); }
  void lose(std::uint64_t id) { take_(trace::Lost{.id = {id}}); }
  void mark() { take_(trace::FrameMark{.time = ++time_}); }
  void end() { take_(trace::End{.time = ++time_}); }

  /// Makes and disposes, on two threads, and fills the blocks with names.
  void churn() {
    for (std::uint64_t i = 0; i < churn_; ++i) {
      const std::uint64_t id = make(kChurn, i % 2);
      if (!texts_.empty()) take_(trace::Name{.id = {id}, .text = next_text()});
      use(id);
      dispose(id, (i + 1) % 2);
    }
  }

 private:
  static constexpr std::size_t kTextSize = 1'500;

  std::string_view next_text() {
    return std::string_view(texts_).substr(kTextSize * named_++, kTextSize);
  }

  const Take& take_;
  const std::uint64_t churn_;
  const std::string texts_;
  std::size_t named_ = 0;
  std::uint64_t last_id_ = 0;
  trace::Nanoseconds time_ = 0;
};

/// Everything that survives frames without being a leak.
class Survivors {
 public:
  explicit Survivors(Program& program) : program_(program) {
    for (int layer = 0; layer < 5; ++layer)
      program_.make(kWeights);
  }

  void turn(std::uint64_t frame) {
    replace_newest();
    remember();
    if (frame < kFrames / 2) cache_.push_back(program_.make(kCache));
    for (const std::uint64_t entry : cache_)
      program_.use(entry);
    if (frame < kWarmUpFrames) program_.make(kWarmUp);
  }

 private:
  static constexpr std::size_t kHistoryLength = 8;
  static constexpr std::uint64_t kWarmUpFrames = 6;

  void replace_newest() {
    if (newest_ != 0) program_.dispose(newest_);
    newest_ = program_.make(kNewest);
  }

  void remember() {
    history_.push_back(program_.make(kHistory));
    if (history_.size() <= kHistoryLength) return;
    program_.dispose(history_.front());
    history_.pop_front();
  }

  Program& program_;
  std::uint64_t newest_ = 0;
  std::deque<std::uint64_t> history_;
  std::vector<std::uint64_t> cache_;
};

enum class Fault { kNone, kLeak, kLoss };

void say_program(const Take& take, Size size, Fault fault) {
  constexpr std::uint64_t kFrameOfLoss = 5;
  Program program(take, size);
  Survivors survivors(program);
  for (std::uint64_t frame = 0; frame < kFrames; ++frame) {
    program.mark();
    program.churn();
    survivors.turn(frame);
    if (fault == Fault::kLeak) program.make(kLeak);
    if (fault == Fault::kLoss && frame == kFrameOfLoss) program.lose(program.make(kLeak));
  }
  program.mark();
  program.end();
}

CutTrace program_of(Size size, Fault fault, const std::string& name) {
  // A flush seals a block: small ones everywhere, or a few among those that are full.
  const std::size_t flush_every = size == Size::kSmall ? 100 : 1'500;
  const auto say = [&](const Take& take) { say_program(take, size, fault); };
  return {.name = name + (size == Size::kSmall ? "Small" : "Large"),
          .bytes = write_trace(say, flush_every).bytes,
          .leaks = fault != Fault::kNone};
}

}  // namespace

void PrintTo(const CutTrace& trace, std::ostream* out) {
  *out << trace.name << ", " << trace.bytes.size() << " bytes";
}

CutTrace clean_program(Size size) {
  return program_of(size, Fault::kNone, "Clean");
}

CutTrace leaking_program(Size size) {
  return program_of(size, Fault::kLeak, "Leaking");
}

CutTrace losing_program(Size size) {
  return program_of(size, Fault::kLoss, "Losing");
}

CutTrace program_without_frames() {
  constexpr std::size_t kFlushEvery = 9;
  const auto say = [](const Take& take) {
    Program program(take, Size::kSmall);
    std::vector<std::uint64_t> made;
    for (int i = 0; i < 50; ++i) {
      program.churn();
      made.push_back(program.make(kHistory));
    }
    for (const std::uint64_t id : made)
      program.dispose(id);
    program.end();
  };
  return {.name = "WithoutFrames", .bytes = write_trace(say, kFlushEvery).bytes};
}

CutTrace program_of_threads(bool leaks) {
  constexpr int kThreads = 3;
  TraceBuilder trace;
  const Take take = [&](const trace::Event& event) { trace.say(event); };
  Program program(take, Size::kSmall);
  std::array<std::vector<std::uint64_t>, kThreads> received;
  for (std::uint64_t frame = 0; frame <= kFrames; ++frame) {
    program.mark();
    if (leaks) program.make(kLeak);
    // What the last frame gave to the threads is disposed by them in this one.
    const auto given = received;
    for (auto& ids : received)
      ids = {program.make(kNewest), program.make(kNewest)};
    trace.seal(0, frame);
    for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
      for (const std::uint64_t id : given.at(thread))
        program.dispose(id, thread + 1);
      trace.seal(thread + 1, frame);
    }
  }
  program.end();
  trace.seal(0, kFrames + 1);
  return {.name = leaks ? "LeakingThreads" : "Threads", .bytes = trace.finish(), .leaks = leaks};
}

std::vector<CutTrace> small_traces() {
  return {clean_program(Size::kSmall), leaking_program(Size::kSmall), losing_program(Size::kSmall),
          program_without_frames(),    program_of_threads(false),     program_of_threads(true)};
}

std::vector<CutTrace> large_traces() {
  return {clean_program(Size::kLarge), leaking_program(Size::kLarge), losing_program(Size::kLarge)};
}

}  // namespace tensorleak::end_to_end
