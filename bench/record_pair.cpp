// What libtrack costs: an event while nothing records, and a create and dispose while it does.
//
//   bench/record_pair [PAIRS]     prints machine, command and ns; the trace goes to /dev/null

#include <track/track.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kDepth = 20;

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

void create(track_heap* heap, std::uint64_t key) {
  track_tensor_info info = {};
  info.struct_size = sizeof info;
  info.bytes = 4096;
  info.dtype = "float32";
  info.op = "Add";
  track_tensor_created(heap, key, &info);
}

void pairs(track_heap* heap, std::uint64_t count) {
  for (std::uint64_t key = 1; key <= count; ++key) {
    create(heap, key);
    track_tensor_disposed(heap, key, TRACK_DISPOSE);
  }
}

/// As deep as a program that makes tensors.
[[gnu::noinline]] void at_depth(int depth, track_heap* heap, std::uint64_t count) {
  volatile int here = depth;
  if (depth == 0) {
    pairs(heap, count);
  } else {
    at_depth(depth - 1, heap, count);
  }
  here = depth - here;
}

double ns_for_each(std::uint64_t count, track_heap* heap) {
  const auto start = Clock::now();
  at_depth(kDepth, heap, count);
  const std::chrono::duration<double, std::nano> taken = Clock::now() - start;
  return taken.count() / static_cast<double>(count);
}

double ns_for_an_idle_event(std::uint64_t count, track_heap* heap) {
  const auto start = Clock::now();
  for (std::uint64_t key = 0; key < count; ++key) {
    track_tensor_used(heap, key, nullptr);
    __asm__ volatile("" ::: "memory");
  }
  const std::chrono::duration<double, std::nano> taken = Clock::now() - start;
  return taken.count() / static_cast<double>(count);
}

}  // namespace

int main(int count, char** words) {
  const std::uint64_t wanted = count > 1 ? std::strtoull(words[1], nullptr, 10) : 200'000;
  track_heap* const heap = track_heap_register("bench", 0);
  track_frame();  // finds out that nothing records
  std::printf("machine: %s\ncommand: %s %llu\n", processor().c_str(), words[0],
              static_cast<unsigned long long>(wanted));
  if (track_is_active()) {
    std::puts("TENSORLEAK_TRACE is set: the idle event cannot be measured");
    return 2;
  }
  const double idle_event = ns_for_an_idle_event(wanted * 1000, heap);
  const double idle_pair = ns_for_each(wanted * 100, heap);
  std::printf("idle event:         %8.2f ns\n", idle_event);
  std::printf("idle pair:          %8.2f ns\n", idle_pair);
  if (track_start("/dev/null") != TRACK_OK) return 1;
  const double recorded = ns_for_each(wanted, heap);
  track_stop();
  std::printf("recorded pair:      %8.0f ns   one site, %d frames and those of main\n", recorded,
              kDepth);
  return 0;
}
