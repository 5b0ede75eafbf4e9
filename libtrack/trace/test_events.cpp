#include "libtrack/trace/test_events.hpp"

#include <array>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

namespace tensorleak::trace::testing {
namespace {

void sample_definitions(const Take& take) {
  take(ModuleDefinition{.id = {4},
                        .path = "/usr/lib/libexample.so",
                        .build_id = "a1b2c3",
                        .begin = 0x7f0000001000,
                        .end = 0x7f0000009000,
                        .load_bias = 0x7f0000000000});
  take(ModuleDefinition{.id = {5}, .begin = 0x400000, .end = 0x500000});
  const std::array named = {
      StackFrame{.function = "zeros", .file = "lib/tensor.js", .line = 120, .column = 10},
      StackFrame{.function = "turn", .file = "app.js", .line = 14}, StackFrame{}};
  take(StackDefinition{.id = {1}, .frames = named});
  const std::array raw = {
      StackFrame{.address = 0x7f0000001234, .module = ModuleId{4}},
      StackFrame{.function = "main", .address = 0x400123, .module = ModuleId{5}},
      StackFrame{.address = 0xffffffffffffffff}};
  take(StackDefinition{.id = {0}, .frames = raw});
  take(StackDefinition{.id = {77}, .frames = {}});
}

void sample_tensors(const Take& take) {
  const std::array<std::uint64_t, 3> shape = {1, 224, 18'446'744'073'709'551'615U};
  Flags flags;
  flags.set(Flag::kVariable);
  flags.set(Flag::kPool);
  take(Alloc{.id = {7},
             .buffer = BufferId{3},
             .bytes = 602'112,
             .shape = std::span<const std::uint64_t>(shape),
             .dtype = "float32",
             .device = "gpu:0",
             .op = "Sub",
             .stack = StackId{1},
             .scope = ScopeId{5},
             .thread = {2},
             .time = 99,
             .flags = flags});
  take(Alloc{.id = {8}, .bytes = 4, .shape = std::span<const std::uint64_t>()});
  take(Alloc{.id = {std::numeric_limits<std::uint64_t>::max()}, .stack = StackId{0}});
  take(Use{.id = {7}, .op = "Add", .time = 101});
  take(Use{.id = {8}});
  take(Keep{.id = {7}});
  take(Keep{.id = {7}, .value = false});
  take(Name{.id = {8}, .text = "weights"});
  take(FlagChange{.id = {8}, .flag = Flag::kTape});
  take(FlagChange{.id = {8}, .flag = Flag::kKept, .value = false});
  take(Lost{.id = {8}});
  take(Free{.id = {7}, .why = FreeReason::kScope, .stack = StackId{77}, .thread = {1}, .time = -5});
  take(Free{.id = {8}, .why = FreeReason::kCollected, .stack = StackId{0}});
  take(Free{.id = {9}, .time = std::numeric_limits<Nanoseconds>::min()});
}

}  // namespace

void sample_events(const Take& take) {
  take(Header{.runtime = "example 1.0",
              .backend = "cpu",
              .program = "a \"sample\"",
              .bytes_rule = BytesRule::kPerTensor,
              .process = 4711,
              .started_late = true});
  sample_definitions(take);
  take(ScopeBegin{.id = {5}, .parent = ScopeId{4}, .name = "turn", .thread = {2}, .time = 98});
  take(ScopeBegin{.id = {6}});
  sample_tensors(take);
  take(ScopeEnd{.id = {5}, .thread = {2}, .time = 100});
  take(FrameMark{.number = 3, .name = "step", .lane = "video", .time = 110});
  take(FrameMark{});
  const std::array resources = {Resource{.name = "textures", .value = 47},
                                Resource{.name = "data ids", .value = 0}};
  take(Counter{.tensors = 1,
               .buffers = 2,
               .bytes = 3,
               .rss = 4,
               .gpu_bytes = 5,
               .resources = resources,
               .time = 120});
  take(Counter{.rss = 0});
  take(Dropped{.count = 3, .why = "no memory"});
  take(Misuse{.kind = "tidy-async",
              .words = "tidy() got a function that waits",
              .stack = StackId{1},
              .thread = {2},
              .time = 130});
  take(Misuse{.kind = "double-dispose"});
  take(Holder{.id = {7},
              .by = "history (Array, 30 elements), in app",
              .path = "global → app → .history Array → [29]",
              .members = 30});
  take(Holder{.id = {9}});
  take(Unknown{.kind = "sparkle"});
}

namespace {

/// Draws events; what is alive, open and defined is remembered, so that most of them make sense.
class RandomProgram {
 public:
  RandomProgram(std::uint32_t seed, const Take& take) : random_(seed), take_(take) {}

  void step() {
    time_ += static_cast<Nanoseconds>(below(2'000));
    switch (below(20)) {
      case 0:
        return define();
      case 1:
        return take_(ScopeBegin{.id = {++last_scope_}, .name = word(), .time = time_});
      case 2:
        return take_(ScopeEnd{.id = {last_scope_}, .thread = {below(3)}, .time = time_});
      case 3:
        return take_(FrameMark{.number = ++frame_, .time = time_});
      case 4:
        return take_(Name{.id = tensor(), .text = word()});
      case 5:
        return take_(Counter{.tensors = below(99), .rss = random_(), .time = time_});
      case 6:
        return take_(Keep{.id = tensor(), .value = below(2) == 0});
      case 7:
        return take_(Lost{.id = tensor()});
      case 8:
      case 9:
      case 10:
      case 11:
        return take_(Free{.id = tensor(),
                          .why = static_cast<FreeReason>(below(6)),
                          .stack = stack(),
                          .thread = {below(3)},
                          .time = time_});
      case 12:
      case 13:
        return take_(Use{.id = tensor(), .op = word(), .time = time_});
      default:
        return alloc();
    }
  }

 private:
  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  TensorId tensor() { return {below(last_tensor_ + 1)}; }
  std::optional<StackId> stack() {
    if (stacks_ == 0 || below(4) == 0) return std::nullopt;
    return StackId{below(stacks_) * 977};
  }
  std::string_view word() {
    static constexpr std::array<std::string_view, 6> kWords = {
        "", "Add", "MatMul", "Conv2D", "\xff", "r\xc3\xa9sum\xc3\xa9"};
    return kWords[below(kWords.size())];
  }

  void define() {
    frames_.clear();
    for (std::uint64_t depth = below(30); depth > 0; --depth)
      frames_.push_back({.function = word(), .address = random_()});
    take_(StackDefinition{.id = {stacks_++ * 977}, .frames = frames_});
  }

  void alloc() {
    shape_.assign(below(4), below(100));
    Alloc event{.id = {++last_tensor_}, .bytes = below(3) * 4, .dtype = "int8", .op = word()};
    if (below(3) != 0) event.shape = std::span<const std::uint64_t>(shape_);
    if (below(3) == 0) event.buffer = BufferId{random_()};
    if (below(3) == 0) event.scope = ScopeId{last_scope_};
    event.stack = stack();
    event.thread = {below(3)};
    event.time = time_;
    event.flags = Flags(static_cast<std::uint8_t>(below(32)));
    take_(event);
  }

  std::mt19937_64 random_;
  const Take& take_;
  Nanoseconds time_ = 1'000'000;
  std::uint64_t last_tensor_ = 0;
  std::uint64_t last_scope_ = 0;
  std::uint64_t frame_ = 0;
  std::uint64_t stacks_ = 0;
  std::vector<StackFrame> frames_;
  std::vector<std::uint64_t> shape_;
};

}  // namespace

void random_events(std::uint32_t seed, std::size_t count, const Take& take) {
  take(Header{.runtime = "random"});
  RandomProgram program(seed, take);
  for (std::size_t i = 0; i < count; ++i)
    program.step();
}

void loop_events(std::size_t frames, const Take& take) {
  take(Header{.runtime = "loop"});
  const std::array stack = {StackFrame{.function = "turn", .file = "app.js", .line = 3}};
  take(StackDefinition{.id = {1}, .frames = stack});
  Nanoseconds time = 0;
  std::uint64_t id = 0;
  for (std::size_t frame = 0; frame < frames; ++frame) {
    take(FrameMark{.number = frame, .time = ++time});
    for (int tensor = 0; tensor < 3; ++tensor) {
      take(Alloc{.id = {++id}, .bytes = 16, .op = "Add", .stack = StackId{1}, .time = ++time});
      take(Use{.id = {id}, .op = "Sub", .time = ++time});
      take(Free{.id = {id}, .why = FreeReason::kDispose, .time = ++time});
    }
  }
  take(End{.time = ++time});
}

}  // namespace tensorleak::trace::testing
