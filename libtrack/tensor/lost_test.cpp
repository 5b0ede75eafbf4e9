#include <gmock/gmock.h>

#include <functional>
#include <map>
#include <thread>
#include <vector>

#include <track/track.hpp>

#include "libtrack/tensor/recorded_events.hpp"
#include "tests/support/loses_memory.hpp"

namespace track {
namespace {

using tensorleak::testing::LosesMemory;
using testing::RecordedEvents;

Tensor global;

class Lost : public ::testing::Test {
 protected:
  const LosesMemory loses_memory_;
  RecordedEvents events_;
};

TEST_F(Lost, WhenTheOnlyHandleGoes) {
  const std::size_t before = memory().num_tensors;
  Tensor t = scalar(1);
  const std::uint64_t id = t.id();
  t = Tensor();
  EXPECT_EQ(events_.count("lost", id), 1U);
  EXPECT_EQ(memory().num_tensors, before + 1);
}

TEST_F(Lost, WhenAResultIsIgnored) {
  static_cast<void>(scalar(1));
  EXPECT_EQ(events_.count("lost "), 1U);
}

TEST_F(Lost, OnlyWhenTheLastCopyGoes) {
  Tensor first = scalar(1);
  const std::uint64_t id = first.id();
  Tensor copy = first;
  Tensor moved = std::move(first);
  copy = Tensor();
  EXPECT_EQ(events_.count("lost", id), 0U);
  moved = scalar(2);
  EXPECT_EQ(events_.count("lost", id), 1U);
  moved.dispose();
}

TEST_F(Lost, NotWhenItWasDisposed) {
  scalar(1).dispose();
  EXPECT_EQ(events_.count("lost "), 0U);
}

TEST_F(Lost, InContainers) {
  std::vector<Tensor> history = {scalar(1), scalar(2)};
  history.erase(history.begin());
  EXPECT_EQ(events_.count("lost "), 1U);
  std::map<std::string, Tensor> named = {{"a", history[0]}};
  history.clear();
  EXPECT_EQ(events_.count("lost "), 1U);
  named.clear();
  EXPECT_EQ(events_.count("lost "), 2U);
}

TEST_F(Lost, InAGlobalThatIsOverwritten) {
  global = scalar(1);
  const std::uint64_t id = global.id();
  global = scalar(2);
  EXPECT_EQ(events_.count("lost", id), 1U);
  global.dispose();
}

TEST_F(Lost, InAThreadLocalWhenTheThreadEnds) {
  std::uint64_t id = 0;
  std::thread([&] {
    const LosesMemory also_here;
    thread_local Tensor cache;
    cache = scalar(1);
    id = cache.id();
  }).join();
  EXPECT_EQ(events_.count("lost", id), 1U);
}

TEST_F(Lost, InALambdaThatGoes) {
  std::function<float()> callback = [t = scalar(1)] { return t.data<float>()[0]; };
  EXPECT_EQ(events_.count("lost "), 0U);
  callback = nullptr;
  EXPECT_EQ(events_.count("lost "), 1U);
}

TEST_F(Lost, WhenATidysResultIsDropped) {
  static_cast<void>(tidy([] { return scalar(1); }));
  EXPECT_EQ(events_.count("lost "), 1U);
}

TEST_F(Lost, NotWhileATidyOwnsIt) {
  tidy([&] {
    static_cast<void>(scalar(1));
    tidy([] { static_cast<void>(scalar(2)); });
    static_cast<void>(tidy([] { return scalar(3); }));
    EXPECT_EQ(events_.count("lost "), 0U);
  });
  EXPECT_EQ(events_.count("lost "), 0U);
}

TEST_F(Lost, AlsoWhenItIsKept) {
  tidy([] { static_cast<void>(keep(scalar(1))); });
  EXPECT_EQ(events_.count("lost "), 1U);
}

TEST_F(Lost, AlsoInANamedScopeThatOwnsNothing) {
  const Scope scope("detector");
  static_cast<void>(scalar(1));
  EXPECT_EQ(events_.count("lost "), 1U);
}

TEST_F(Lost, NotInAPool) {
  TensorPool pool;
  pool.acquire({2}).release();
  static_cast<void>(pool.acquire({2}));
  EXPECT_EQ(events_.count("lost "), 0U);
}

TEST_F(Lost, NotWhileItsVariableIsThere) {
  const OwnedTensor initial = owned(scalar(1));
  const Variable variable(initial);
  {
    Tensor value = variable;
    EXPECT_EQ(value.id(), variable->id());
    value = Tensor();
  }
  EXPECT_EQ(events_.count("lost "), 0U);
  variable.dispose();
}

TEST_F(Lost, WithAVariableThatNobodyDisposed) {
  const OwnedTensor initial = owned(scalar(1));
  static_cast<void>(Variable(initial));
  EXPECT_EQ(events_.count("lost "), 1U);
}

TEST_F(Lost, NeverWithAnOwner) {
  static_cast<void>(owned(scalar(1)));
  tidy([] { return owned(scalar(2)); });
  EXPECT_EQ(events_.count("lost "), 0U);
}

TEST_F(Lost, OnAnotherThread) {
  Tensor t = scalar(1);
  const std::uint64_t id = t.id();
  std::thread([moved = std::move(t)] { EXPECT_FALSE(moved.is_disposed()); }).join();
  EXPECT_EQ(events_.count("lost", id), 1U);
}

}  // namespace
}  // namespace track
