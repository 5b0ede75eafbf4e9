// What the benchmark of plain memory (bench/peers) runs, with and without a recorder.
//
//   heap_work loop PAIRS SITES THREADS   malloc and free of 4 KiB, again and again
//   heap_work handover PAIRS             one thread allocates 4 KiB, another frees it
//   heap_work mixed PAIRS                random sizes, 100,000 blocks alive, 2,048 stacks
//
// Each allocation stands about 20 calls deep. Prints the nanoseconds of wall time a pair took, all
// threads together, and how many pairs there were in the whole process. What comes before the clock
// starts, as the first 100,000 blocks do, is in the second number alone.
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <thread>
#include <vector>

namespace {

constexpr unsigned kDepth = 18;  // below it stand main, or a thread's start, and the work
constexpr std::size_t kBlock = 4096;
constexpr std::uint64_t kStacks = 2048;
constexpr std::size_t kAlive = 100'000;

/// Keeps the compiler from leaving out what nobody reads.
void touch(void* block) {
  *static_cast<volatile char*>(block) = 1;
}

using Leaf = void* (*)(std::size_t size);

void* allocate(std::size_t size) {
  void* const block = std::malloc(size);
  touch(block);
  return block;
}

void* allocate_and_free(std::size_t size) {
  std::free(allocate(size));
  return nullptr;
}

/// Calls `leaf` at the end of so many calls, each from one of two places, as the bits of `path`
/// say: two paths are two stacks. The empty assembly keeps the places apart, and calls from being
/// jumps.
[[gnu::noinline]] void* descend(unsigned depth, std::uint64_t path, Leaf leaf, std::size_t size) {
  void* result = nullptr;
  if (depth == 0) {
    result = leaf(size);
    asm volatile("# leaf" : "+r"(result)::"memory");
  } else if ((path & 1) != 0) {
    result = descend(depth - 1, path >> 1, leaf, size);
    asm volatile("# one" : "+r"(result)::"memory");
  } else {
    result = descend(depth - 1, path >> 1, leaf, size);
    asm volatile("# other" : "+r"(result)::"memory");
  }
  return result;
}

/// xorshift64* (G. Marsaglia; S. Vigna): the same numbers in every run.
class Random {
 public:
  std::uint64_t next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545F4914F6CDD1D;
  }

 private:
  std::uint64_t state_ = 88172645463325252;
};

double nanoseconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count();
}

void print(double nanoseconds, std::uint64_t pairs, std::uint64_t before = 0) {
  std::printf("%.2f %llu\n", nanoseconds / static_cast<double>(pairs),
              static_cast<unsigned long long>(pairs + before));
}

void loop(std::uint64_t pairs, std::uint64_t sites, std::uint64_t threads) {
  const std::uint64_t share = pairs / threads;
  const auto work = [=] {
    for (std::uint64_t i = 0; i < share; ++i)
      descend(kDepth, i % sites, allocate_and_free, kBlock);
  };
  const double time = nanoseconds_of([&] {
    std::vector<std::thread> others;
    for (std::uint64_t i = 1; i < threads; ++i)
      others.emplace_back(work);
    work();
    for (std::thread& other : others)
      other.join();
  });
  print(time, share * threads);
}

/// Waits for a neighbour on another core, and lets it have this one where there is none.
void wait_a_moment(unsigned& times) {
  if (++times % 1000 == 0) std::this_thread::yield();
  __builtin_ia32_pause();
}

void handover(std::uint64_t pairs) {
  static std::array<std::atomic<void*>, 1024> ring{};
  const double time = nanoseconds_of([&] {
    std::thread consumer([=] {
      for (std::uint64_t i = 0; i < pairs; ++i) {
        void* block = nullptr;
        unsigned waits = 0;
        while ((block = ring[i % ring.size()].exchange(nullptr, std::memory_order_acquire)) ==
               nullptr) {
          wait_a_moment(waits);
        }
        std::free(block);
      }
    });
    for (std::uint64_t i = 0; i < pairs; ++i) {
      std::atomic<void*>& place = ring[i % ring.size()];
      unsigned waits = 0;
      while (place.load(std::memory_order_relaxed) != nullptr)
        wait_a_moment(waits);
      place.store(descend(kDepth, i % 64, allocate, kBlock), std::memory_order_release);
    }
    consumer.join();
  });
  print(time, pairs);
}

void mixed(std::uint64_t pairs) {
  Random random;
  std::vector<void*> alive(kAlive);
  // Half of the blocks have less than 256 bytes, the largest 32 KiB.
  const auto make = [&] {
    const std::uint64_t number = random.next();
    const std::size_t base = std::size_t{16} << (number >> 60) % 11;
    return descend(kDepth, number % kStacks, allocate, base + (number >> 32) % base);
  };
  for (void*& block : alive)
    block = make();
  const double time = nanoseconds_of([&] {
    for (std::uint64_t i = 0; i < pairs; ++i) {
      void*& block = alive[random.next() % kAlive];
      std::free(block);
      block = make();
    }
  });
  print(time, pairs, kAlive);
  for (void* const block : alive)
    std::free(block);
}

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int place) -> std::uint64_t {
    return argc > place ? std::strtoull(argv[place], nullptr, 10) : 1;
  };
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "loop") {
    loop(number(2), number(3), number(4));
  } else if (what == "handover") {
    handover(number(2));
  } else if (what == "mixed") {
    mixed(number(2));
  } else {
    std::fputs("heap_work loop|handover|mixed PAIRS …\n", stderr);
    return 2;
  }
  return 0;
}
