#include "reports/analysis/frames/find_loops.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/analysis/frames/test_sequence.hpp"

namespace tensorleak::analysis {
namespace {

using ::testing::IsEmpty;

const Places kNowhere;

std::vector<FoundLoop> loops_of(const std::string& made, const Places& places = kNowhere,
                                bool is_cut = false) {
  const Letters letters(made, is_cut);
  return find_loops(letters.sequence(), places.stack_of());
}

/// The letters that mark the loops.
std::string markers(const std::vector<FoundLoop>& loops) {
  std::string result;
  for (const FoundLoop& loop : loops)
    result += static_cast<char>(loop.marker);
  return result;
}

TEST(FindLoops, TellsAllOfALoopThatIsSteady) {
  const auto loops = loops_of(repeated("ab c ", 10));
  ASSERT_EQ(markers(loops), "a");
  EXPECT_FALSE(loops[0].ends_turns);
  EXPECT_TRUE(loops[0].ends_whole);
  EXPECT_EQ(loops[0].turns, 10u);
  EXPECT_DOUBLE_EQ(loops[0].coverage, 1.0);
  EXPECT_DOUBLE_EQ(loops[0].likeness, 1.0);
  EXPECT_DOUBLE_EQ(loops[0].confidence, 0.9) << "9 turns of 10 are known to be whole";
}

TEST(FindLoops, TakesTheOutermostThatReturnsThreeTimes) {
  EXPECT_EQ(markers(loops_of(repeated("e" + repeated("bc", 8), 3))), "e");
  EXPECT_EQ(markers(loops_of(repeated("e" + repeated("bc", 8), 2))), "b");
}

TEST(FindLoops, EndsTurnsWithWhatStandsBehindAllElse) {
  const auto loops = loops_of(repeated(repeated("bc", 5) + "ef", 6));
  ASSERT_EQ(markers(loops), "f") << "the last place of a turn";
  EXPECT_TRUE(loops[0].ends_turns);
}

TEST(FindLoops, EndsTurnsWithTheLastPlaceAlsoWhereAnEarlierOneWasMissedOnce) {
  const std::string inner = repeated("bc", 5);
  EXPECT_EQ(markers(loops_of(inner + "f" + repeated(inner + "ef", 6))), "f");
}

TEST(FindLoops, IsLessSureWhereTurnsDifferInLength) {
  const auto even = loops_of(repeated("ab  ", 12));
  const auto uneven = loops_of(repeated("ab ab     ", 6));
  ASSERT_EQ(markers(uneven), "a");
  EXPECT_LT(uneven[0].confidence, even[0].confidence);
}

TEST(FindLoops, IsLessSureWhereTurnsDifferInWhatTheyMake) {
  std::string made;
  for (int turn = 0; turn < 20; ++turn)
    made += std::string("a") + static_cast<char>('b' + turn % 7) + " ";
  const auto loops = loops_of(made);
  ASSERT_FALSE(loops.empty());
  EXPECT_LT(loops[0].likeness, 0.6);
  EXPECT_LT(loops[0].confidence, 0.6);
}

TEST(FindLoops, IsLessSureWhereSignsLeaveASecondReading) {
  const auto sure = loops_of(repeated("efghi" + repeated("b", 3), 10));
  const auto unsure = loops_of(repeated("e" + repeated("b", 3), 10));
  ASSERT_EQ(markers(sure), "e");
  ASSERT_EQ(markers(unsure), "e");
  EXPECT_NEAR(unsure[0].confidence, 0.6 * sure[0].confidence, 0.01);
}

TEST(FindLoops, SaysWhatElseItsFramesMayBe) {
  EXPECT_EQ(loops_of(repeated("ab c ", 10)).at(0).second, SecondReading::kNone);
  EXPECT_EQ(loops_of(repeated("e" + repeated("b", 3), 10)).at(0).second, SecondReading::kOtherLoop);
  const FoundLoop alone = loops_of(repeated("b ", 30)).at(0);
  EXPECT_EQ(alone.second, SecondReading::kNothingElse) << "of ten frames, each with three";
  EXPECT_NEAR(alone.confidence, 0.6 * 29 / 30, 0.01);
  const FoundLoop beside = loops_of(repeated("b b b x ", 10) + "b ").at(0);
  EXPECT_EQ(beside.second, SecondReading::kOneLine);
  EXPECT_LT(beside.confidence, 0.8);
}

TEST(FindLoops, IsUnsureOfPlacesThatTakeTurnsAtOneLine) {
  Places places;
  places.put('a', {{"make", 2}, {"tick", 10}})
      .put('b', {{"make", 2}, {"tick", 20}})
      .put('c', {{"make", 2}, {"tick", 30}});
  const FoundLoop rotating = loops_of(repeated("a b c ", 20), places).at(0);
  EXPECT_EQ(rotating.second, SecondReading::kSeveralPlaces) << "of 60 frames, with one each";
  EXPECT_LE(rotating.confidence, 0.6);
  EXPECT_EQ(loops_of(repeated("a b d ", 20), places).at(0).second, SecondReading::kNone);
}

TEST(FindLoops, LeavesAConditionInALoopAlone) {
  EXPECT_EQ(markers(loops_of(repeated("ab ab ab d", 10) + "ab ")), "a");
}

TEST(FindLoops, FindsALoopThatEndedBeforeIfItWasMostOfTheRun) {
  EXPECT_EQ(markers(loops_of(repeated("ab ", 20) + repeated(" ", 30))), "a");
  EXPECT_THAT(loops_of(repeated("ab ", 10) + repeated(" ", 60)), IsEmpty());
}

TEST(FindLoops, TakesThePlaceThatHadNoWarmUpOfTwoInNearlyAllTurns) {
  EXPECT_EQ(markers(loops_of("bbb" + repeated("ab", 60))), "a");
  EXPECT_EQ(markers(loops_of(repeated("b", 20) + repeated("ab", 60))), "b") << "not nearly all";
}

TEST(FindLoops, PrefersALoopThatRunsAtTheEndToOneThatEnded) {
  const std::string made = repeated("wx", 20) + repeated("ab", 20);
  EXPECT_EQ(markers(loops_of(made)), "a");
}

TEST(FindLoops, TakesNoWeightsForALoop) {
  EXPECT_THAT(loops_of("WWWWWW"), IsEmpty()) << "fewer than eight";
  EXPECT_THAT(loops_of(repeated("W", 20) + repeated(" ", 20)), IsEmpty()) << "half of the run";
  EXPECT_THAT(loops_of(repeated("W", 10) + repeated(" ", 20) + repeated("W", 10)), IsEmpty())
      << "two models";
  EXPECT_EQ(markers(loops_of(repeated("W", 20) + repeated("ab ", 20))), "a");
}

TEST(FindLoops, TakesVariablesThatAreMadeForAllTheRunForALoop) {
  EXPECT_EQ(markers(loops_of(repeated("W  ", 20))), "w");
}

TEST(FindLoops, FindsNoneWhereNothingReturns) {
  EXPECT_THAT(loops_of("abcdefghijklmnop"), IsEmpty());
  EXPECT_THAT(loops_of("aabbccddeeffgg"), IsEmpty());
  EXPECT_THAT(loops_of(""), IsEmpty());
  EXPECT_THAT(loops_of("a"), IsEmpty());
}

TEST(FindLoops, TellsTasksOfTheRuntimesLoopApart) {
  Places places;
  places.put('a', {{"onImage", 10}, {"runLoop", 1, Owner::kSystem}})
      .put('b', {{"onText", 20}, {"runLoop", 1, Owner::kSystem}});
  const std::string made = repeated("aabbbabb", 10);
  EXPECT_EQ(loops_of(made, places).size(), 2u);
  EXPECT_EQ(loops_of(made).size(), 1u) << "without places they are one task";
}

TEST(FindLoops, TakesTheLastTurnForWholeWhereItIsAsLongAsTheOthers) {
  EXPECT_TRUE(loops_of(repeated("ab ", 6)).at(0).ends_whole);
  EXPECT_FALSE(loops_of(repeated("ab ", 6) + "a").at(0).ends_whole);
  EXPECT_FALSE(loops_of(repeated("ab ", 6) + " ").at(0).ends_whole);
  EXPECT_FALSE(loops_of(repeated("ab ab  ", 6)).at(0).ends_whole)
      << "turns are not alike in length";
}

TEST(FindLoops, TakesTheLastTurnForWholeWhereWhatEndsTurnsIsTheLastThatIsMade) {
  const std::string turn = repeated("b", 5) + "e ";
  ASSERT_TRUE(loops_of(repeated(turn, 6)).at(0).ends_turns);
  EXPECT_TRUE(loops_of(repeated(turn, 6)).at(0).ends_whole);
  EXPECT_FALSE(loops_of(repeated(turn, 6) + "x").at(0).ends_whole);
  EXPECT_FALSE(loops_of(repeated(turn, 6) + " ").at(0).ends_whole);
}

TEST(FindLoops, FindsTheLoopOfASequenceWhoseBeginningWasNotSeen) {
  const auto loops = loops_of("c" + repeated("abc", 10), kNowhere, true);
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(loops[0].turns, 11u) << "the place that was seen first marks turns as well as another";
}

TEST(FindLoops, FindsALoopOfInnerLoops) {
  const auto loops = loops_of("xbbxxxbbxxbbxxxxbbxbbxxxbbxxbbxbbxxxxbbxxbb");
  ASSERT_EQ(markers(loops), "x");
  EXPECT_EQ(letters_of(loops[0].run), "x") << "where a run begins a turn does";
  EXPECT_EQ(loops[0].turns, 10u);
}

TEST(FindLoops, TakesNoPlaceOfAnInnerLoopThatRunsAtTimesForTheLoop) {
  EXPECT_EQ(markers(loops_of(repeated(repeated("ab ", 8) + "eee", 9) + "ab ab ")), "a");
}

TEST(FindLoops, TellsTurnsThatBeginWithADisposal) {
  EXPECT_TRUE(loops_of(repeated("r ", 12)).at(0).begins_with_disposal);
  EXPECT_FALSE(loops_of(repeated("r ", 5)).at(0).begins_with_disposal) << "few may end with it";
  EXPECT_FALSE(loops_of(repeated("a ", 12)).at(0).begins_with_disposal);
}

}  // namespace
}  // namespace tensorleak::analysis
