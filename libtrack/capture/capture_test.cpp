#include "libtrack/capture/capture.hpp"

#include <execinfo.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>
#include <thread>
#include <vector>

namespace tensorleak::capture {
namespace {

struct Stacks {
  std::vector<std::uintptr_t> ours;
  std::vector<std::uintptr_t> glibc;
  bool truncated = false;
};

[[gnu::noinline]] Stacks both() {
  std::array<std::uintptr_t, kMaxDepth> ours{};
  std::array<void*, kMaxDepth> theirs{};
  const int count = backtrace(theirs.data(), static_cast<int>(theirs.size()));
  const Captured captured = best_backend()(ours, {});
  Stacks stacks{.ours = {ours.begin(), ours.begin() + static_cast<std::ptrdiff_t>(captured.depth)},
                .truncated = captured.truncated};
  std::ranges::transform(theirs.begin(), theirs.begin() + count, std::back_inserter(stacks.glibc),
                         [](void* address) { return reinterpret_cast<std::uintptr_t>(address); });
  return stacks;
}

/// Calls itself `depth` times and then `leaf`; opaque to the optimiser.
[[gnu::noinline]] Stacks chain(int depth, Stacks (*leaf)()) {
  volatile char frame[32] = {};
  frame[0] = static_cast<char>(depth);
  Stacks stacks = depth == 0 ? leaf() : chain(depth - 1, leaf);
  frame[1] = frame[0];
  return stacks;
}

void expect_equal_above_the_leaf(Stacks stacks) {
  ASSERT_GT(stacks.ours.size(), 2u);
  // The two were captured by different calls of the same leaf; a sanitizer's backtrace stands
  // between that and glibc's.
  const std::size_t deeper = stacks.glibc.size() - stacks.ours.size();
  ASSERT_LE(deeper, 1u);
  stacks.ours.erase(stacks.ours.begin());
  stacks.glibc.erase(stacks.glibc.begin(),
                     stacks.glibc.begin() + 1 + static_cast<std::ptrdiff_t>(deeper));
  EXPECT_EQ(stacks.ours, stacks.glibc);
}

TEST(Capture, EqualsBacktraceForAPlainChain) {
  for (const int depth : {0, 1, 5, 40}) {
    expect_equal_above_the_leaf(chain(depth, both));
  }
}

TEST(Capture, EqualsBacktraceThroughAlignedAndGrowingFrames) {
  const std::function<Stacks(int)> grow = [&](int size) {
    alignas(64) volatile char aligned[64] = {};
    auto* const block =
        static_cast<volatile char*>(__builtin_alloca(static_cast<std::size_t>(size)));
    block[0] = aligned[0];
    Stacks stacks = size > 600 ? both() : grow(size + 97);
    block[1] = block[0];
    return stacks;
  };
  expect_equal_above_the_leaf(grow(16));
}

TEST(Capture, EqualsBacktraceOnAnotherThread) {
  Stacks stacks;
  std::thread([&] { stacks = chain(3, both); }).join();
  expect_equal_above_the_leaf(stacks);
}

TEST(Capture, SaysWhereItHadToStop) {
  std::array<std::uintptr_t, 4> buffer{};
  const Captured captured = best_backend()(buffer, {});
  EXPECT_EQ(captured.depth, 4u);
  EXPECT_TRUE(captured.truncated);
  EXPECT_FALSE(both().truncated);
}

using Buffer = std::array<std::uintptr_t, kMaxDepth>;

[[gnu::noinline]] std::size_t capture_here(Buffer& buffer, AddressRange own) {
  const std::size_t depth = best_backend()(buffer, own).depth;
  return depth;
}

TEST(Capture, LeavesOutTheInnermostFramesOfItsOwnRange) {
  Buffer all{};
  Buffer rest{};
  const std::size_t depth = capture_here(all, {});
  const std::size_t left = capture_here(rest, {.begin = all[0], .end = all[0] + 1});
  ASSERT_EQ(left, depth - 1);
  // The two calls of the helper stand on different lines; what called this test is the same.
  EXPECT_TRUE(std::equal(rest.begin() + 1, rest.begin() + static_cast<std::ptrdiff_t>(left),
                         all.begin() + 2));
}

TEST(Capture, KeepsErrno) {
  errno = EDOM;
  std::array<std::uintptr_t, 8> buffer{};
  best_backend()(buffer, {});
  EXPECT_EQ(errno, EDOM);
}

TEST(Capture, NothingIsEmptyAndWhole) {
  std::array<std::uintptr_t, 8> buffer{};
  const Captured captured = capture_nothing(buffer, {});
  EXPECT_EQ(captured.depth, 0u);
  EXPECT_FALSE(captured.truncated);
}

std::array<std::uintptr_t, kMaxDepth> in_handler;
std::size_t handler_depth = 0;

void capture_in_handler(int /*signal*/) {
  handler_depth = best_backend()(in_handler, {}).depth;
}

TEST(Capture, WalksOutOfASignalHandler) {
  struct sigaction action = {};
  action.sa_handler = capture_in_handler;
  ASSERT_EQ(sigaction(SIGUSR1, &action, nullptr), 0);
  std::array<std::uintptr_t, kMaxDepth> here{};
  best_backend()(here, {});  // the first walk of a process is none for a handler
  raise(SIGUSR1);
  const std::size_t depth = best_backend()(here, {}).depth;
  ASSERT_GT(handler_depth, depth);
  // Everything that called this test is the same, seen from the handler and from here.
  EXPECT_EQ(in_handler[handler_depth - 1], here[depth - 1]);
  EXPECT_EQ(in_handler[handler_depth - (depth - 1)], here[1]);
}

}  // namespace
}  // namespace tensorleak::capture
