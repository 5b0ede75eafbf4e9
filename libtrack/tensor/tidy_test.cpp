#include <gmock/gmock.h>

#include <array>
#include <map>
#include <optional>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <variant>
#include <vector>

#include <track/track.hpp>

#include "libtrack/tensor/recorded_events.hpp"

namespace track {
namespace {

using ::testing::ElementsAre;
using testing::RecordedEvents;

struct Detection {
  Tensor boxes;
  std::string label;
};

template <class Visitor>
void for_each_tensor(const Detection& detection, Visitor&& visit) {
  visit(detection.boxes);
}

/// Runs a function in a tidy with a temporary tensor; how many more tensors there are afterwards.
template <class Function>
std::size_t left_by(Function function) {
  const std::size_t before = memory().num_tensors;
  auto result = tidy([&] {
    static_cast<void>(zeros({3}));
    return function();
  });
  const std::size_t left = memory().num_tensors - before;
  visit_tensors(result, [](const Tensor& tensor) { tensor.dispose(); });
  EXPECT_EQ(memory().num_tensors, before);
  return left;
}

TEST(Tidy, DisposesAllWhenNothingIsReturned) {
  const Memory before = memory();
  Tensor inside;
  tidy([&] { inside = add(scalar(1), scalar(2)); });
  EXPECT_TRUE(inside.is_disposed());
  EXPECT_EQ(memory().num_tensors, before.num_tensors);
}

TEST(Tidy, LetsOutWhatIsReturned) {
  EXPECT_EQ(left_by([] { return scalar(1); }), 1U);
  EXPECT_EQ(left_by([] { return std::pair(scalar(1), 5); }), 1U);
  EXPECT_EQ(left_by([] { return std::tuple(scalar(1), std::string("x"), scalar(2)); }), 2U);
  EXPECT_EQ(left_by([] { return std::vector<Tensor>{scalar(1), scalar(2)}; }), 2U);
  EXPECT_EQ(left_by([] { return std::array<Tensor, 2>{scalar(1), scalar(2)}; }), 2U);
  EXPECT_EQ(left_by([] { return std::optional<Tensor>(scalar(1)); }), 1U);
  EXPECT_EQ(left_by([] { return std::optional<Tensor>(); }), 0U);
  EXPECT_EQ(left_by([] { return std::variant<int, Tensor>(scalar(1)); }), 1U);
  EXPECT_EQ(left_by([] { return std::map<std::string, Tensor>{{"a", scalar(1)}}; }), 1U);
  EXPECT_EQ(left_by([] { return std::map<int, std::vector<Tensor>>{{1, {scalar(1)}}}; }), 1U);
  EXPECT_EQ(left_by([] { return Detection{scalar(1), "cat"}; }), 1U);
  EXPECT_EQ(left_by([] { return std::vector<Detection>{{scalar(1), "a"}, {scalar(2), "b"}}; }), 2U);
  EXPECT_EQ(left_by([] { return std::make_shared<Tensor>(scalar(1)); }), 1U);
  EXPECT_EQ(left_by([] { return std::string("no tensors"); }), 0U);
  EXPECT_EQ(left_by([] { return 42; }), 0U);
}

TEST(Tidy, HandsResultsToTheTidyOutside) {
  Tensor inner;
  Tensor outer;
  outer = tidy("outer", [&] {
    inner = tidy("inner", [] { return scalar(1); });
    EXPECT_FALSE(inner.is_disposed());
    return add(inner, inner);
  });
  EXPECT_TRUE(inner.is_disposed());
  EXPECT_FALSE(outer.is_disposed());
  outer.dispose();
}

TEST(Tidy, ReturnsReferencesAndMoveOnlyResults) {
  const OwnedTensor outside = owned(scalar(1));
  const Tensor& reference = tidy([&]() -> const Tensor& { return outside.get(); });
  EXPECT_FALSE(reference.is_disposed());
  const auto unique = tidy([] { return std::make_unique<Tensor>(scalar(1)); });
  EXPECT_FALSE(unique->is_disposed());
  unique->dispose();
}

TEST(Tidy, DisposesAllWhenAnExceptionPasses) {
  const Memory before = memory();
  EXPECT_THROW(tidy([] {
                 const Tensor a = scalar(1);
                 tidy([&] {
                   const Tensor b = add(a, a);
                   throw std::runtime_error("camera is gone");
                 });
               }),
               std::runtime_error);
  EXPECT_EQ(memory().num_tensors, before.num_tensors);
  const OwnedTensor after = owned(scalar(1));
  EXPECT_FALSE(after->is_disposed());
}

TEST(Tidy, ReportsItsScopeAndWhy) {
  RecordedEvents events;
  Tensor t;
  tidy("step", [&] { t = scalar(1); });
  const std::string id = std::to_string(t.id());
  EXPECT_THAT(events.take(), ElementsAre("begin 1 step", "created " + id + " scalar float32 [] 4 B",
                                         "disposed " + id + " scope", "end 1"));
  tidy([] {});
  EXPECT_THAT(events.take(), ElementsAre("begin 2 -", "end 2"));
}

TEST(Tidy, SaysNothingOfWhatWasDisposedInside) {
  RecordedEvents events;
  Tensor t;
  tidy([&] {
    t = scalar(1);
    t.dispose();
  });
  EXPECT_EQ(events.count("disposed", t), 1U);
}

TEST(Tidy, LeavesAloneWhatItDoesNotOwn) {
  const OwnedTensor outside = owned(scalar(1));
  Tensor kept;
  Variable variable;
  OwnedTensor owner;
  TensorPool pool;
  PoolLease lease;
  tidy([&] {
    kept = keep(scalar(1));
    variable = Variable(scalar(2));
    owner = owned(scalar(3));
    lease = pool.acquire({2});
    return outside.get();
  });
  for (const Tensor& tensor : {kept, variable.get(), owner.get(), lease.get(), outside.get()}) {
    EXPECT_FALSE(tensor.is_disposed());
  }
  kept.dispose();
  variable.dispose();
}

TEST(Tidy, NeedsNoMemoryForWhatIsDisposedInside) {
  const Memory before = memory();
  tidy([&] {
    const Tensor stays = scalar(0);
    for (int i = 0; i < 10000; ++i)
      scalar(i).dispose();
    EXPECT_EQ(memory().num_tensors, before.num_tensors + 1);
    EXPECT_FALSE(stays.is_disposed());
  });
  EXPECT_EQ(memory().num_tensors, before.num_tensors);
}

TEST(Tidy, OwnsNothingOfOtherThreads) {
  Tensor other;
  tidy([&] { std::thread([&] { other = scalar(1); }).join(); });
  EXPECT_FALSE(other.is_disposed());
  other.dispose();
}

TEST(Keep, IsRecordedAndRefusesTheDead) {
  RecordedEvents events;
  const Tensor t = scalar(1);
  EXPECT_EQ(&keep(t), &t);
  EXPECT_EQ(events.count("flagged", t), 1U);
  t.dispose();
  EXPECT_THROW(keep(t), disposed_error);
  EXPECT_EQ(events.count("used", t), 1U);
}

TEST(Scope, NamesAndOwnsNothing) {
  RecordedEvents events;
  Tensor t;
  {
    const Scope scope("detector");
    t = scalar(1);
  }
  EXPECT_FALSE(t.is_disposed());
  EXPECT_EQ(events.count("begin 1 detector"), 1U);
  EXPECT_EQ(events.count("end 1"), 1U);
  t.dispose();
}

}  // namespace
}  // namespace track
