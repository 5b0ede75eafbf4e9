// What the binary trace costs: nanoseconds an event to write and to read, bytes an event.
//
//     trace-bench                     loops and mixed work, made up
//     trace-bench RECORDING           the events of a recording
//     trace-bench --record LOG TRACE  writes the events of LOG as TRACE, a block for every 20
#include <fmt/format.h>
#include <fmt/os.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "libtrack/trace/recording.hpp"
#include "libtrack/trace/trace_writer.hpp"

namespace {

using namespace tensorleak::trace;  // NOLINT: the subject of this program
using Write = std::function<void(const Event&)>;

class FileSink final : public TraceSink {
 public:
  explicit FileSink(const std::string& path) : file_(path, std::ios::binary) {}
  bool write(std::span<const std::byte> bytes) noexcept override {
    file_.write(reinterpret_cast<const char*>(bytes.data()),
                static_cast<std::streamsize>(bytes.size()));
    return file_.good();
  }

 private:
  std::ofstream file_;
};

/// Of the processor, so that other programs on the machine disturb less.
double seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Frees each tensor that it makes; times vary by some ten nanoseconds, as real ones do.
void write_loop(std::uint64_t turns, const Write& write) {
  std::mt19937 random(1);
  Nanoseconds time = 1'000'000'000;
  const std::array<std::uint64_t, 4> shape = {1, 224, 224, 3};
  for (std::uint64_t turn = 1; turn <= turns; ++turn) {
    time += static_cast<Nanoseconds>(60 + random() % 32);
    write(Alloc{.id = {turn},
                .bytes = 602'112,
                .shape = std::span<const std::uint64_t>(shape),
                .dtype = "float32",
                .op = "Sub",
                .stack = StackId{turn % 64},
                .time = time});
    time += static_cast<Nanoseconds>(60 + random() % 32);
    write(Free{.id = {turn}, .why = FreeReason::kDispose, .time = time});
  }
}

/// Random sizes, 100,000 alive, 2,048 stacks, each replaced in random order.
void write_mixed(std::uint64_t turns, const Write& write) {
  std::mt19937 random(1);
  std::vector<std::uint64_t> alive(100'000);
  std::uint64_t last = 0;
  Nanoseconds time = 1'000'000'000;
  for (std::uint64_t turn = 0; turn < turns; ++turn) {
    std::uint64_t& slot = alive[random() % alive.size()];
    time += static_cast<Nanoseconds>(200 + random() % 512);
    if (slot != 0) write(Free{.id = {slot}, .time = time});
    slot = ++last;
    time += static_cast<Nanoseconds>(200 + random() % 512);
    write(Alloc{.id = {slot},
                .bytes = 16 + random() % 65'536,
                .dtype = "float32",
                .op = "MatMul",
                .stack = StackId{random() % 2'048},
                .time = time});
  }
}

/// Stacks of 25 frames from a tree of calls: two that are made one after the other share all but
/// the innermost frames, as those of a real program do.
void define_stacks(std::uint64_t count, const Write& write) {
  std::mt19937_64 random(2);
  std::array<StackFrame, 25> frames = {};
  write(Header{.runtime = "trace-bench"});
  write(ModuleDefinition{.id = {1}, .path = "/lib/bench.so", .begin = 1, .end = 1U << 30});
  for (std::uint64_t id = 0; id < count; ++id) {
    const std::size_t changed = id == 0 ? frames.size() : 1 + random() % 6;
    for (std::size_t depth = 0; depth < changed; ++depth)
      frames[depth].address = 1 + random() % (1U << 24);
    write(StackDefinition{.id = {id}, .frames = frames});
  }
}

/// Time that `work` takes without anything being written.
double seconds_of(const std::function<void(const Write&)>& work) {
  const double start = seconds();
  std::uint64_t kinds = 0;
  work([&](const Event& event) { kinds += event.index(); });
  return kinds == 0 ? 0 : seconds() - start;
}

void measure(std::string_view name, const std::function<void(const Write&)>& work) {
  const std::string path =
      (std::filesystem::temp_directory_path() / "trace-bench.tltrace").string();
  const double base = seconds_of(work);
  double writing = 1e9;
  double reading = 1e9;
  std::uint64_t events = 0;
  for (int round = 0; round < 3; ++round) {
    FileSink sink(path);
    TraceWriter writer(sink, std::pmr::new_delete_resource());
    events = 0;
    double start = seconds();
    work([&](const Event& event) {
      writer.write(event);
      ++events;
    });
    writer.finish();
    writing = std::min(writing, seconds() - start - base);
    auto source = open_recording(path).value();
    start = seconds();
    while (source->next().value() != nullptr) {
    }
    reading = std::min(reading, seconds() - start);
  }
  const auto count = static_cast<double>(events);
  fmt::print("{:<12} {:>11} events {:>7.1f} ns to write {:>7.1f} ns to read {:>6.2f} bytes\n", name,
             events, writing * 1e9 / count, reading * 1e9 / count,
             static_cast<double>(std::filesystem::file_size(path)) / count);
  std::filesystem::remove(path);
}

/// Writes all events of a recording; returns what is wrong with it, if anything.
std::string copy(const std::string& path, const Write& write) {
  auto source = open_recording(path);
  if (!source) return source.error().text();
  for (;;) {
    const auto event = (*source)->next();
    if (!event) return event.error().text();
    if (*event == nullptr) return {};
    write(**event);
  }
}

int record(const std::string& log, const std::string& trace) {
  FileSink sink(trace);
  TraceWriter writer(sink, std::pmr::new_delete_resource());
  std::uint64_t events = 0;
  const std::string error = copy(log, [&](const Event& event) {
    writer.write(event);
    if (++events % 20 == 0) writer.flush();
  });
  if (error.empty() && writer.finish()) return 0;
  fmt::print(stderr, "{}\n", error.empty() ? "cannot write " + trace : error);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 3 && arguments[0] == "--record") {
    return record(arguments[1], arguments[2]);
  }
  if (arguments.size() == 1) {
    measure("recording", [&](const Write& write) { copy(arguments[0], write); });
    return 0;
  }
  constexpr std::uint64_t kTurns = 4'000'000;
  measure("loop", [](const Write& write) {
    define_stacks(64, write);
    write_loop(kTurns, write);
  });
  measure("mixed", [](const Write& write) {
    define_stacks(2'048, write);
    write_mixed(kTurns, write);
  });
  return 0;
}
