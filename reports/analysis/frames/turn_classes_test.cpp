#include "reports/analysis/frames/turn_classes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "reports/analysis/frames/test_sequence.hpp"

namespace tensorleak::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> members(std::string_view letters) {
  std::vector<std::string> result;
  const Letters made(letters);
  for (const TurnClass& one : turn_classes(made.sequence()))
    result.push_back(letters_of(one.members));
  return result;
}

TEST(TurnClasses, AreThePlacesThatReturnOnceATurn) {
  EXPECT_THAT(members("abcabcabcdabcabcabcdabcabcabcd"), ElementsAre("dA", "abc"));
}

TEST(TurnClasses, HoldWhatTheLastTurnDidNotGetTo) {
  EXPECT_THAT(members("abcabcabcab"), ElementsAre("abc"));
}

TEST(TurnClasses, ComeWithFewestTurnsFirst) {
  const Letters made("e" + repeated("bbb", 4) + "e" + repeated("bbb", 4) + "e" +
                     repeated("bbb", 4));
  const auto classes = turn_classes(made.sequence());
  ASSERT_EQ(classes.size(), 2u);
  EXPECT_EQ(classes[0].turns(), 3u);
  EXPECT_EQ(classes[1].turns(), 36u);
}

TEST(TurnClasses, AreNoneOfWhatReturnsTwice) {
  EXPECT_THAT(members("abab"), IsEmpty());
  EXPECT_THAT(members("abcdefgh"), IsEmpty());
  EXPECT_THAT(members(""), IsEmpty());
}

TEST(TurnClasses, AreApartWhereTurnsAreNotTakenStrictly) {
  EXPECT_THAT(members("abbaabbaab"), ElementsAre("AB", "b", "a"))
      << "as often, but not one between two of the other; their runs take turns";
}

TEST(TurnClasses, StartAtTheFirstReturnOfTheirFirstMember) {
  const Letters made("xyabcabcabc");
  const auto classes = turn_classes(made.sequence());
  ASSERT_EQ(classes.size(), 1u);
  EXPECT_THAT(classes[0].positions, ElementsAre(2, 5, 8));
}

TEST(TurnClasses, CoverTheRunFromTheFirstThatReturnsToAWholeLastTurn) {
  const Letters whole("xxab ab ab ");
  EXPECT_DOUBLE_EQ(turn_classes(whole.sequence()).back().coverage, 1.0);
  const Letters half("abababab" + repeated(" ", 8));
  EXPECT_DOUBLE_EQ(turn_classes(half.sequence()).back().coverage, 0.5);
}

TEST(TurnClasses, SpreadAsTheirTurnsDifferInLength) {
  const Letters even("ab ab ab ab ");
  EXPECT_DOUBLE_EQ(turn_classes(even.sequence()).back().spread, 0.0);
  // Turns of 2, 4, 2 and 4 moments: deviation 1 of a mean of 3.
  const Letters uneven("a a   a a   a");
  EXPECT_DOUBLE_EQ(turn_classes(uneven.sequence()).back().spread, 1.0 / 3);
}

TEST(TurnClasses, AreOwnedWhereAllThatTheirFirstMemberMadeIsToStay) {
  const Letters owned("A A A ");
  EXPECT_TRUE(turn_classes(owned.sequence()).back().is_owned);
  const Letters mixed("A a A ");
  EXPECT_FALSE(turn_classes(mixed.sequence()).back().is_owned);
}

TEST(ReturnsBetween, CountTheOtherInEachWholeTurn) {
  const Letters made("bebbebebbbe");
  const auto classes = turn_classes(made.sequence());
  ASSERT_EQ(classes.size(), 2u);
  EXPECT_THAT(returns_between(classes[0], classes[1]), ElementsAre(2, 1, 3));
}

TEST(Likeness, IsOneOfTurnsWithTheSamePlacesInWhateverNumber) {
  const Letters made("abbcabcabbbcabc");
  EXPECT_DOUBLE_EQ(likeness(turn_classes(made.sequence()).front(), made.sequence().creations), 1.0);
}

TEST(Likeness, IsTheMeanOfDicesCoefficientOfNeighbours) {
  // {a,b}, {a,c}, {a,c}, and the last turn, which may be cut: 2·1/4 and 2·2/4.
  const Letters made("abacaca");
  const TurnClass turns = turn_classes(made.sequence()).front();
  ASSERT_EQ(letters_of(turns.members), "a");
  EXPECT_DOUBLE_EQ(likeness(turns, made.sequence().creations), 0.75);
}

TEST(TurnClasses, OfChanceAreManyAndStillFound) {
  std::mt19937 chance(1);
  std::vector<Creation> creations;
  for (std::uint32_t moment = 0; moment < 20000; ++moment)
    creations.push_back({.symbol = static_cast<Symbol>(chance() % 500), .moment = moment});
  const auto classes =
      turn_classes({.creations = creations, .end = static_cast<std::uint32_t>(creations.size())});
  std::size_t places = 0;
  for (const TurnClass& one : classes)
    places += one.members.size();
  EXPECT_EQ(places, 500u) << "each is in one class";
}

TEST(TurnClasses, HoldTheHeadsOfInnerLoopsThatRunOnceATurn) {
  EXPECT_THAT(members("bbbccn bcn bbccccn bbccn"), ElementsAre("nCB", "b", "c"));
}

TEST(TurnClasses, AreMadeOfHeadsAloneWhereInnerLoopsAreAllOfATurn) {
  const Letters made("xybxyxybbbxybbxyxyxyb");
  const auto classes = turn_classes(made.sequence());
  ASSERT_FALSE(classes.empty());
  EXPECT_EQ(letters_of(classes[0].members), "XB");
  EXPECT_EQ(letters_of(classes[0].run), "xy") << "a run goes on behind each of its places";
  EXPECT_THAT(classes[0].positions, ElementsAre(0, 3, 10, 14));
}

TEST(TurnClasses, HaveNoHeadsOfWhatReturnsSeldomInARow) {
  EXPECT_THAT(members("abaababaababab"), ElementsAre("b", "a"))
      << "1.3 returns in a row are turns without the other";
  Letters made("bbbccnbcnbbccccn");
  Sequence sequence = made.sequence();
  sequence.has_runs = false;
  EXPECT_EQ(letters_of(turn_classes(sequence).front().members), "n") << "none are asked for";
}

}  // namespace
}  // namespace tensorleak::analysis
