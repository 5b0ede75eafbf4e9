#include "reports/analysis/frames/same_places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "reports/analysis/frames/test_program.hpp"

namespace tensorleak::analysis {
namespace {

using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

Frame user(const std::string& function, std::uint32_t line) {
  return {.function = function, .file = "app.js", .line = line, .owner = Owner::kUser};
}

/// Stacks of symbols 0, 1, 2 …, innermost first, each of which returns three times. `add` of a
/// library is called by the innermost.
class Stacks {
 public:
  explicit Stacks(std::vector<std::vector<Frame>> stacks) : stacks_(std::move(stacks)) {
    for (std::vector<Frame>& stack : stacks_)
      stack.insert(stack.begin(), {.function = "add", .file = "lib.js", .line = 7});
  }

  std::unordered_map<Symbol, Symbol> same() const {
    std::vector<Creation> creations;
    for (int turn = 0; turn < 3; ++turn) {
      for (Symbol symbol = 0; symbol < stacks_.size(); ++symbol)
        creations.push_back({.symbol = symbol});
    }
    return same_places(creations, [this](Symbol symbol) -> const std::vector<Frame>& {
      return stacks_.at(symbol);
    });
  }

 private:
  std::vector<std::vector<Frame>> stacks_;
};

TEST(SamePlaces, AreALineThatOneStatementReachesByDifferentFunctions) {
  const Stacks stacks({{user("make", 2), user("blend", 10), user("tick", 30)},
                       {user("make", 2), user("score", 20), user("tick", 30)}});
  EXPECT_THAT(stacks.same(), UnorderedElementsAre(Pair(1, 0)));
}

TEST(SamePlaces, AreALineOfAFunctionThatCallsItselfHoweverDeep) {
  const Stacks stacks({{user("walk", 3), user("tick", 30)},
                       {user("walk", 3), user("walk", 2), user("tick", 30)},
                       {user("walk", 3), user("walk", 2), user("walk", 2), user("tick", 30)}});
  EXPECT_THAT(stacks.same(), UnorderedElementsAre(Pair(1, 0), Pair(2, 0)));
}

TEST(SamePlaces, AreNotWhatSeveralStatementsReach) {
  const Stacks stacks({{user("layer", 2), user("train", 20), user("main", 50)},
                       {user("layer", 2), user("train", 25), user("main", 50)},
                       {user("layer", 2), user("check", 40), user("main", 51)}});
  EXPECT_THAT(stacks.same(), IsEmpty());
}

TEST(SamePlaces, AreNotTheLinesOfOneFunction) {
  const Stacks stacks({{user("make", 2), user("tick", 30)}, {user("make", 3), user("tick", 30)}});
  EXPECT_THAT(stacks.same(), IsEmpty());
}

TEST(SamePlaces, AreNotHandlersOfTheRuntimesLoop) {
  const Frame loop{.function = "run", .file = "node:loop", .line = 9, .owner = Owner::kSystem};
  const Stacks stacks(
      {{user("make", 2), user("onText", 10), loop}, {user("make", 2), user("onImage", 20), loop}});
  EXPECT_THAT(stacks.same(), IsEmpty());
}

TEST(SamePlaces, BoundTheStacksThatAreLookedAt) {
  std::vector<std::vector<Frame>> ways;
  for (std::uint32_t i = 0; i < 300; ++i)
    ways.push_back({user("make", 2), user("way" + std::to_string(i), 1), user("tick", 30)});
  EXPECT_EQ(Stacks(ways).same().size(), 255u);
}

TEST(SamePlaces, OfCallersThatTakeTurnsGiveAFrameForEachCall) {
  Program program;
  const std::uint64_t ways[] = {program.place({{"make", 2}, {"blend", 10}, {"tick", 30}}),
                                program.place({{"make", 2}, {"score", 20}, {"tick", 30}})};
  for (std::size_t turn = 0; turn < 60; ++turn) {
    program.mark();
    program.keep(ways[turn / 5 % 2]);
  }
  program.mark();
  EXPECT_EQ(found_marks(program), program.marks());
  EXPECT_EQ(judge(program).verdict.tensors_per_frame, (Rate{.amount = 1}));
}

TEST(SamePlaces, OfAFunctionThatCallsItselfByChanceGiveAFrameForEachCall) {
  Program program;
  std::vector<std::uint64_t> depths;
  std::vector<Call> calls = {{"walk", 3}, {"tick", 30}};
  for (int depth = 0; depth < 5; ++depth) {
    depths.push_back(program.place(calls));
    calls.insert(calls.begin() + 1, {"walk", 2});
  }
  std::mt19937 chance(7);
  for (int turn = 0; turn < 80; ++turn) {
    program.mark();
    program.make(depths[chance() % depths.size()]);
  }
  program.mark();
  EXPECT_EQ(found_marks(program), program.marks());
}

}  // namespace
}  // namespace tensorleak::analysis
