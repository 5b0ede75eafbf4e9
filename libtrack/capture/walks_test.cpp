// The stacks that rules and memos give against those of LLVM libunwind, captured by one function.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <ucontext.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <memory_resource>
#include <random>
#include <span>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "libtrack/capture/capture.hpp"
#include "libtrack/capture/rule_cache.hpp"
#include "libtrack/capture/stack_memo.hpp"
#include "libtrack/capture/walk.hpp"

namespace tensorleak::capture {
namespace {

using Buffer = std::array<std::uintptr_t, kMaxDepth>;

struct Comparison {
  std::size_t captures = 0;
  std::size_t frames = 0;
  std::size_t different = 0;
  std::size_t lost = 0;  ///< left to LLVM libunwind
  std::size_t kept = 0;  ///< frames that the memo took over
};

thread_local Comparison compared;

[[gnu::noinline]] bool is_lost() {
  Walk walk(calling_frame());
  for (;;) {
    const Walk::Result result = walk.step();
    if (result != Walk::Result::kCaller) return result == Walk::Result::kLost;
  }
}

using Addresses = std::span<const std::uintptr_t>;

/// But for the innermost address, which differs: each capture is a call of its own.
bool is_same(Addresses one, Addresses other) {
  return one.size() == other.size() && !one.empty() &&
         std::ranges::equal(one.subspan(1), other.subspan(1));
}

/// A memo of one thread, and what the last capture with it gave.
struct Memo {
  explicit Memo(std::size_t most) : limit(most), memo(most, std::pmr::new_delete_resource()) {}

  bool agrees_with(Addresses truth, bool truncated, const SeenStack& seen) {
    const bool repeats = std::ranges::equal(Addresses(last).first(last_depth), seen.addresses);
    std::ranges::copy(seen.addresses, last.begin());  // no memory: this may be a handler
    last_depth = seen.addresses.size();
    return is_same(seen.addresses, truth.first(std::min(limit, truth.size()))) &&
           seen.truncated == (truncated || truth.size() > limit) &&
           seen.hash == hash_of_chain(seen.addresses) && (!seen.repeated || repeats);
  }

  std::size_t limit;
  StackMemo memo;
  Buffer last{};
  std::size_t last_depth = 0;
};

/// Captures the caller's stack in all ways.
[[gnu::noinline]] void compare() {
  static thread_local Buffer rules;
  static thread_local Buffer libunwind;
  static thread_local Memo whole(kMaxDepth);
  static thread_local Memo cut(12);
  const Captured ours = capture_with_rules(rules, {});
  const Captured theirs = capture_with_libunwind(libunwind, {});
  const SeenStack seen = whole.memo.capture({});
  const SeenStack seen_cut = cut.memo.capture({});
  const Addresses truth = Addresses(libunwind).first(theirs.depth);
  ++compared.captures;
  compared.frames += ours.depth;
  compared.kept = whole.memo.kept_frames();
  const bool same = is_same(Addresses(rules).first(ours.depth), truth) &&
                    ours.truncated == theirs.truncated &&
                    whole.agrees_with(truth, theirs.truncated, seen) &&
                    cut.agrees_with(truth, theirs.truncated, seen_cut);
  if (!same) ++compared.different;
  if (is_lost()) ++compared.lost;
}

class Walks : public testing::Test {
 protected:
  void SetUp() override { compared = {}; }

  static void expect_all_the_same(std::size_t at_least) {
    EXPECT_GE(compared.captures, at_least);
    EXPECT_GT(compared.frames, compared.captures * 3);
    EXPECT_EQ(compared.different, 0u);
  }

  static void expect_no_help_was_needed() { EXPECT_EQ(compared.lost, 0u); }
};

/// A family of functions with frames of many shapes, which call each other at random.
struct Fuzz {
  std::mt19937 random;
  int depth = 0;

  unsigned pick(unsigned choices) { return static_cast<unsigned>(random()) % choices; }
  void descend();
};

[[gnu::noinline]] void plain(Fuzz& fuzz) {
  fuzz.descend();
  __asm__ volatile("" ::: "memory");
}

[[gnu::noinline]] void aligned(Fuzz& fuzz) {
  alignas(64) volatile char block[64] = {};
  fuzz.descend();
  block[1] = block[0];
}

[[gnu::noinline]] void growing(Fuzz& fuzz) {
  auto* const block =
      static_cast<volatile char*>(__builtin_alloca(16 + std::size_t{fuzz.pick(700)}));
  block[0] = 1;
  fuzz.descend();
  block[1] = block[0];
}

/// Its arguments lie on the stack and its frame is aligned and grows: gcc keeps a pointer to them.
[[gnu::noinline]] int with_arguments(Fuzz& fuzz, int a, int b, int c, int d, int e, int f, int g) {
  alignas(64) volatile char aligned_block[128] = {};
  auto* const block =
      static_cast<volatile char*>(__builtin_alloca(16 + std::size_t{fuzz.pick(100)}));
  block[0] = aligned_block[0];
  fuzz.descend();
  return a + b + c + d + e + f + g + block[0];
}

[[gnu::noinline]] void throwing(Fuzz& fuzz) {
  try {
    fuzz.descend();
    if (fuzz.pick(2) == 0) throw std::runtime_error("thrown");
  } catch (const std::runtime_error&) {
    compare();
  }
}

struct ComparesWhenDestroyed {
  ~ComparesWhenDestroyed() { compare(); }
};

[[gnu::noinline]] void unwinding(Fuzz& fuzz) {
  try {
    const ComparesWhenDestroyed guard;
    fuzz.descend();
    throw 1;
  } catch (int) {
    compare();
  }
}

[[gnu::noinline]] void sorting(Fuzz& fuzz) {
  std::array<int, 5> numbers = {3, 1, 2, 5, 4};
  static thread_local Fuzz* current = nullptr;
  Fuzz* const outer = current;
  current = &fuzz;
  std::qsort(numbers.data(), numbers.size(), sizeof numbers[0], [](const void* a, const void* b) {
    if (current->pick(4) == 0) current->descend();
    return *static_cast<const int*>(a) - *static_cast<const int*>(b);
  });
  current = outer;
}

[[gnu::noinline]] void through_a_function_object(Fuzz& fuzz) {
  const std::function<void()> call = [&] { fuzz.descend(); };
  call();
}

void Fuzz::descend() {
  if (--depth <= 0) return compare();
  switch (pick(9)) {
    case 0:
      return plain(*this);
    case 1:
      return aligned(*this);
    case 2:
      return growing(*this);
    case 3:
      with_arguments(*this, 1, 2, 3, 4, 5, 6, 7);
      return;
    case 4:
      return throwing(*this);
    case 5:
      return unwinding(*this);
    case 6:
      return sorting(*this);
    case 7:
      return through_a_function_object(*this);
    default:
      compare();
      return plain(*this);
  }
}

TEST_F(Walks, EqualsLibunwindInRandomChains) {
  Fuzz fuzz{.random = std::mt19937(1)};
  while (compared.captures < 20'000) {
    fuzz.depth = 1 + static_cast<int>(fuzz.pick(40));
    plain(fuzz);
  }
  expect_all_the_same(20'000);
  expect_no_help_was_needed();
}

TEST_F(Walks, EqualsLibunwindInManyThreads) {
  std::atomic<std::size_t> captures = 0;
  std::atomic<std::size_t> different = 0;
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 8; ++seed) {
    threads.emplace_back([&, seed] {
      Fuzz fuzz{.random = std::mt19937(seed)};
      while (compared.captures < 1'000) {
        fuzz.depth = 1 + static_cast<int>(fuzz.pick(30));
        plain(fuzz);
      }
      captures += compared.captures;
      different += compared.different;
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_GE(captures, 8'000u);
  EXPECT_EQ(different, 0u);
}

[[gnu::noinline]] void recurse(int depth) {
  if (depth == 0) {
    compare();
  } else {
    recurse(depth - 1);
  }
  __asm__ volatile("" ::: "memory");
}

TEST_F(Walks, EqualsLibunwindAtEachDepthAroundTheLimit) {
  for (int depth = static_cast<int>(kMaxDepth) - 80; depth < static_cast<int>(kMaxDepth) + 5;
       ++depth)
    recurse(depth);
  recurse(10'000);
  expect_all_the_same(86);
}

void compare_in_handler(int /*signal*/) {
  compare();
}

TEST_F(Walks, EqualsLibunwindInASignalHandler) {
  struct sigaction action = {};
  action.sa_handler = compare_in_handler;
  struct sigaction before = {};
  ASSERT_EQ(sigaction(SIGUSR2, &action, &before), 0);
  for (int i = 0; i < 10; ++i)
    raise(SIGUSR2);
  sigaction(SIGUSR2, &before, nullptr);
  expect_all_the_same(10);
}

TEST_F(Walks, EqualsLibunwindOnAnAlternateSignalStack) {
  std::vector<char> memory(256 * 1024);
  const stack_t stack = {.ss_sp = memory.data(), .ss_flags = 0, .ss_size = memory.size()};
  stack_t old_stack = {};
  ASSERT_EQ(sigaltstack(&stack, &old_stack), 0);
  struct sigaction action = {};
  action.sa_handler = compare_in_handler;
  action.sa_flags = SA_ONSTACK;
  struct sigaction before = {};
  ASSERT_EQ(sigaction(SIGUSR2, &action, &before), 0);
  raise(SIGUSR2);
  recurse(3);
  sigaction(SIGUSR2, &before, nullptr);
  sigaltstack(&old_stack, nullptr);
  expect_all_the_same(2);
}

ucontext_t main_context;
ucontext_t other_context;

void on_another_stack() {
  for (int i = 0; i < 3; ++i) {
    recurse(i);
    swapcontext(&other_context, &main_context);
  }
}

TEST_F(Walks, EqualsLibunwindOnASwappedStack) {
  std::vector<char> memory(256 * 1024);
  ASSERT_EQ(getcontext(&other_context), 0);
  other_context.uc_stack.ss_sp = memory.data();
  other_context.uc_stack.ss_size = memory.size();
  other_context.uc_link = &main_context;
  makecontext(&other_context, on_another_stack, 0);
  for (int i = 0; i < 3; ++i) {
    swapcontext(&main_context, &other_context);
    recurse(2);
  }
  EXPECT_EQ(compared.captures, 6u);
  EXPECT_EQ(compared.different, 0u);
}

// A function without an unwind table, which calls what it is given.
__asm__(
    ".pushsection .text\n"
    ".type call_without_table, @function\n"
    "call_without_table:\n"
    "  subq $24, %rsp\n"
    "  call *%rdi\n"
    "  addq $24, %rsp\n"
    "  ret\n"
    ".size call_without_table, . - call_without_table\n"
    ".popsection\n");
extern "C" void call_without_table(void (*function)());

TEST_F(Walks, StopsWhereLibunwindStopsAtCodeWithoutATable) {
  call_without_table([] { recurse(4); });
  EXPECT_EQ(compared.captures, 1u);
  EXPECT_EQ(compared.different, 0u);
  EXPECT_LE(compared.frames, 8u);  // nothing beyond the function
}

TEST_F(Walks, ForgetsTheRulesOfCodeThatWasUnloaded) {
  // Of the same code but for the size of its frame, so that a rule of the one is wrong for the
  // other wherever the loader puts it in the place of the former.
  std::size_t same_place = 0;
  void* last = nullptr;
  for (int i = 0; i < 20; ++i) {
    const char* const path = i % 2 == 0 ? TENSORLEAK_SMALL_FRAME : TENSORLEAK_LARGE_FRAME;
    void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    using Caller = void (*)(void (*)());
    const auto caller = reinterpret_cast<Caller>(dlsym(library, "call_through_a_frame"));
    ASSERT_NE(caller, nullptr);
    caller([] { recurse(1); });
    if (reinterpret_cast<void*>(caller) == last) ++same_place;
    last = reinterpret_cast<void*>(caller);
    dlclose(library);
  }
  expect_all_the_same(20);
  expect_no_help_was_needed();
  EXPECT_GT(same_place, 0u) << "the loader never used a place again, so this tested nothing";
}

[[gnu::noinline]] void leaf() {
  compare();
  __asm__ volatile("" ::: "memory");
}

/// Calls the leaf from two places of one frame: the leaf's own registers are the same.
[[gnu::noinline]] void from_two_places(bool first) {
  if (first) {
    leaf();
  } else {
    leaf();
    __asm__ volatile("" ::: "memory");
  }
  __asm__ volatile("" ::: "memory");
}

/// The same one level further out.
[[gnu::noinline]] void from_four_places(int which) {
  if (which % 2 == 0) {
    from_two_places(which < 2);
  } else {
    from_two_places(which < 2);
    __asm__ volatile("" ::: "memory");
  }
  __asm__ volatile("" ::: "memory");
}

TEST_F(Walks, TellCallersApartThatLeaveTheSameRegisters) {
  for (int i = 0; i < 64; ++i)
    from_four_places(i * 7 % 4);
  expect_all_the_same(64);
}

TEST_F(Walks, TakeOverWhatStayed) {
  recurse(30);
  const std::size_t before = compared.kept;
  for (int i = 0; i < 10; ++i)
    leaf();
  EXPECT_GE(compared.kept - before, 10 * 5u);
  expect_all_the_same(11);
}

struct OwnFrames {
  AddressRange own;
  std::vector<std::uintptr_t> addresses;
  bool repeated = false;
};

[[gnu::noinline]] void see(StackMemo& memo, OwnFrames& into) {
  const SeenStack seen = memo.capture(into.own);
  into.addresses.assign(seen.addresses.begin(), seen.addresses.end());
  into.repeated = seen.repeated;
}

TEST_F(Walks, OfAMemoLeaveOutItsOwnFrames) {
  StackMemo memo(kMaxDepth, std::pmr::new_delete_resource());
  std::array<OwnFrames, 3> seen;
#pragma GCC unroll 1  // one call for all of them
  for (OwnFrames& one : seen) {
    see(memo, one);
    const std::uintptr_t innermost = seen[0].addresses[0];
    seen[2].own = {.begin = innermost, .end = innermost + 1};
  }
  EXPECT_FALSE(seen[0].repeated);
  EXPECT_TRUE(seen[1].repeated);
  EXPECT_TRUE(seen[2].repeated);
  EXPECT_EQ(seen[1].addresses, seen[0].addresses);
  EXPECT_TRUE(std::ranges::equal(seen[2].addresses, Addresses(seen[0].addresses).subspan(1)));
}

TEST_F(Walks, AsksTheTablesOnceForEachAddress) {
  recurse(30);
  const std::uint64_t misses = rule_cache().misses();
  for (int i = 0; i < 100; ++i)
    recurse(30);
  EXPECT_LE(rule_cache().misses() - misses, 4u);
}

}  // namespace
}  // namespace tensorleak::capture
