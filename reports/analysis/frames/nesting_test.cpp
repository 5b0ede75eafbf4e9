#include "reports/analysis/frames/nesting.hpp"

#include <gtest/gtest.h>

#include <random>

#include "reports/analysis/frames/test_sequence.hpp"

namespace tensorleak::analysis {
namespace {

/// The classes of two letters in a sequence, whose places are given.
struct Pair {
  Pair(const std::string& made, const Places& where, bool is_cut = false)
      : letters(made, is_cut), places(where), classes(turn_classes(letters.sequence())) {}

  const TurnClass& of(char letter) const {
    const Symbol wanted = Letters::symbol(letter);
    return *std::ranges::find_if(classes, [&](const TurnClass& one) {
      return std::ranges::find(one.members, wanted) != one.members.end();
    });
  }

  Relation relate(char fewer, char more) const {
    return analysis::relate(of(fewer), of(more), places.stack_of(), letters.sequence().is_cut);
  }

  bool stands_behind(char one, char other) const {
    return analysis::stands_behind(of(one), of(other), places.stack_of(),
                                   letters.sequence().is_cut);
  }

  Letters letters;
  const Places& places;
  std::vector<TurnClass> classes;
};

const Places kNowhere;

TEST(Nesting, OfWholeTurnsOfThreeIsNested) {
  EXPECT_EQ(Pair(repeated("bbbe", 6), kNowhere).relate('e', 'b').nesting, Nesting::kNested);
  EXPECT_EQ(Pair(repeated("ebbb", 6), kNowhere).relate('e', 'b').nesting, Nesting::kNested);
}

TEST(Nesting, OfEveryThirdTurnIsConditional) {
  EXPECT_EQ(Pair(repeated("bebb", 6), kNowhere).relate('e', 'b').nesting, Nesting::kConditional);
  EXPECT_EQ(Pair(repeated("bbeb", 6), kNowhere).relate('e', 'b').nesting, Nesting::kConditional);
  EXPECT_EQ(Pair(repeated("bbbe", 6) + "b", kNowhere).relate('e', 'b').nesting,
            Nesting::kConditional)
      << "the run does not end with a whole turn of three";
}

TEST(Nesting, OfEverySecondTurnIsConditionalUnlessTheLoopMakesMore) {
  EXPECT_EQ(Pair(repeated("bbe", 8), kNowhere).relate('e', 'b').nesting, Nesting::kConditional);
  const Relation relation = Pair(repeated("bbefgh", 8), kNowhere).relate('e', 'b');
  EXPECT_EQ(relation.nesting, Nesting::kNested);
  EXPECT_TRUE(relation.is_sure) << "four places around one";
}

TEST(Nesting, OfTwoReturnsInATurnIsNestedWhereTheyCutItInUnevenPieces) {
  EXPECT_EQ(Pair(repeated("bebfgyz     ", 8), kNowhere).relate('e', 'b').nesting, Nesting::kNested);
  EXPECT_EQ(Pair(repeated("befgyz      b     ", 8), kNowhere).relate('e', 'b').nesting,
            Nesting::kConditional)
      << "pieces of 12 and 6";
  EXPECT_EQ(Pair(repeated("beb         ", 8), kNowhere).relate('e', 'b').nesting,
            Nesting::kConditional)
      << "one place alone";
}

TEST(Nesting, OfWholeTurnsIsUnsureWhereLittleSpeaksForIt) {
  EXPECT_FALSE(Pair(repeated("bbbe", 6), kNowhere).relate('e', 'b').is_sure);
}

TEST(Nesting, OfACutSequenceAsksForAWholeEndAlone) {
  EXPECT_EQ(Pair("b" + repeated("bbbe", 6), kNowhere, true).relate('e', 'b').nesting,
            Nesting::kNested);
  EXPECT_EQ(Pair("b" + repeated("bbbe", 6), kNowhere, false).relate('e', 'b').nesting,
            Nesting::kConditional);
}

TEST(Nesting, IsSeenByPlacesAroundTheOthersWhateverTheCounts) {
  Places places;
  places.put('a', {{"train", 10}}).put('b', {{"train", 20}}).put('e', {{"train", 30}});
  const Relation relation = Pair(repeated("abbe", 8), places).relate('a', 'b');
  EXPECT_EQ(relation.nesting, Nesting::kNested);
  EXPECT_TRUE(relation.is_sure);
}

TEST(Nesting, IsNoneBetweenThePlacesOfTheOthers) {
  Places places;
  places.put('a', {{"train", 10}}).put('b', {{"train", 30}}).put('e', {{"train", 20}});
  const Relation relation = Pair(repeated("ababaeb", 8), places).relate('e', 'a');
  EXPECT_EQ(relation.nesting, Nesting::kConditional);
  EXPECT_TRUE(relation.is_sure);
}

TEST(Nesting, IsNoneBetweenThePlacesOfTheOthersAlsoWhereTurnsHaveItTwice) {
  Places places;
  places.put('a', {{"onFrame", 10}}).put('b', {{"onFrame", 30}}).put('e', {{"onFrame", 20}});
  EXPECT_EQ(Pair(repeated("ababaeebab", 8), places).relate('e', 'a').nesting,
            Nesting::kConditional);
}

TEST(Nesting, LooksAtTheFunctionThatBothAreCalledFrom) {
  Places places;
  places.put('a', {{"shuffle", 90}, {"train", 10}, {"main", 2}})
      .put('b', {{"step", 50}, {"train", 20}, {"main", 2}})
      .put('e', {{"evaluate", 1}, {"train", 30}, {"main", 2}});
  EXPECT_EQ(Pair(repeated("abbe", 8), places).relate('a', 'b').nesting, Nesting::kNested);
}

TEST(Nesting, OfALibrarysOwnLoopIsNested) {
  Places places;
  places.put('e', {{"add", 3, Owner::kFramework}, {"run", 5, Owner::kFramework}, {"main", 2}})
      .put('b', {{"add", 3, Owner::kFramework}, {"run", 6, Owner::kFramework}, {"main", 2}});
  const Relation whole = Pair(repeated("bbe", 8), places).relate('e', 'b');
  EXPECT_EQ(whole.nesting, Nesting::kNested);
  EXPECT_TRUE(whole.is_sure);
  const Relation open = Pair(repeated("bbe", 8) + "b", places).relate('e', 'b');
  EXPECT_EQ(open.nesting, Nesting::kNested);
  EXPECT_FALSE(open.is_sure) << "every second call can do as much";
}

/// `turns` of e, each with as many b as `count` says.
std::string turns_of(int turns, const std::function<int()>& count) {
  std::string made;
  for (int turn = 0; turn < turns; ++turn)
    made += "e" + repeated("b", count());
  return made;
}

TEST(Nesting, OfCountsThatVaryLittleIsNested) {
  std::mt19937 chance(1);
  const std::string made = turns_of(60, [&] { return 1 + static_cast<int>(chance() % 4); });
  const Relation relation = Pair(made, kNowhere).relate('e', 'b');
  EXPECT_EQ(relation.nesting, Nesting::kNested);
  EXPECT_TRUE(relation.is_sure);
}

TEST(Nesting, OfCountsAsChanceMakesThemIsConditional) {
  std::mt19937 chance(2);
  std::string made;
  for (int turn = 0; turn < 400; ++turn)
    made += chance() % 4 == 0 ? "be" : "b";
  EXPECT_EQ(Pair(made, kNowhere).relate('e', 'b').nesting, Nesting::kConditional);
}

TEST(Nesting, OfCountsThatKeepToAClockIsConditional) {
  std::mt19937 chance(4);
  std::string made;
  for (int block = 0; block < 200; ++block) {
    const auto picked = chance() % 3;
    for (unsigned turn = 0; turn < 3; ++turn)
      made += turn == picked ? "be" : "b";
  }
  EXPECT_EQ(Pair(made, kNowhere).relate('e', 'b').nesting, Nesting::kConditional)
      << "a turn that chance picks of every three, too evenly for a condition by chance alone";
}

TEST(Nesting, OfCountsThatVaryInFewTurnsIsNotSure) {
  std::mt19937 chance(3);
  const std::string made = turns_of(7, [&] { return 1 + static_cast<int>(chance() % 4); });
  EXPECT_FALSE(Pair(made, kNowhere).relate('e', 'b').is_sure);
}

TEST(Nesting, IsTheSameOfWhatSharesNearlyAllTurns) {
  EXPECT_EQ(Pair(repeated("ab", 9) + "b" + repeated("ab", 9), kNowhere).relate('a', 'b').nesting,
            Nesting::kSame);
}

TEST(Nesting, IsApartForTwoTasksOfTheRuntimesLoop) {
  Places places;
  places.put('a', {{"onImage", 10}, {"runLoop", 1, Owner::kSystem}})
      .put('b', {{"onText", 20}, {"runLoop", 1, Owner::kSystem}});
  const std::string made = repeated("aabbbabb", 10);
  EXPECT_EQ(Pair(made, places).relate('a', 'b').nesting, Nesting::kApart);
  EXPECT_EQ(Pair(made, kNowhere).relate('a', 'b').nesting, Nesting::kUnrelated)
      << "nothing says that these are two tasks";
}

TEST(Nesting, IsNotApartForTwoFunctionsThatOneOfTheUsersCalls) {
  Places places;
  places.put('a', {{"one", 10}, {"main", 1}}).put('b', {{"two", 20}, {"main", 2}});
  EXPECT_EQ(Pair(repeated("aabbbabb", 10), places).relate('a', 'b').nesting, Nesting::kUnrelated);
}

TEST(Nesting, SeesWhichOfTwoComesFirst) {
  EXPECT_TRUE(Pair(repeated("bbbe", 5), kNowhere).stands_behind('e', 'b'));
  EXPECT_FALSE(Pair(repeated("ebbb", 5), kNowhere).stands_behind('e', 'b'));
}

TEST(Nesting, OfACutSequenceSeesByPlacesWhichOfTwoComesFirst) {
  Places places;
  places.put('b', {{"train", 20}}).put('e', {{"train", 30}});
  EXPECT_TRUE(Pair("e" + repeated("bbbe", 5), places, true).stands_behind('e', 'b'));
  EXPECT_FALSE(Pair("e" + repeated("bbbe", 5), kNowhere, true).stands_behind('e', 'b'));
}

TEST(Nesting, OfWhatReturnsInRunsAtTimesIsConditional) {
  EXPECT_EQ(Pair(repeated("bbbbbbbeee", 6) + "bb", kNowhere).relate('e', 'b').nesting,
            Nesting::kConditional)
      << "an inner loop in every seventh turn";
}

}  // namespace
}  // namespace tensorleak::analysis
