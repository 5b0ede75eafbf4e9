#include "reports/analysis/frames/frame_marker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/analysis/frames/test_program.hpp"

namespace tensorleak::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

/// The symbol of the n-th stack that a recording defines, from 1 on.
FramePlan plan_with(FrameRule rule) {
  return {.basis = {.source = FrameSource::kFound}, .rules = {std::move(rule)}};
}

TEST(FrameMarker, PutsAMarkBeforeEachReturnOfWhatBeginsTurns) {
  Program program;
  const std::uint64_t begin = program.place({{"onFrame", 1}});
  const std::uint64_t rest = program.place({{"onFrame", 2}});
  program.make(rest);
  for (int turn = 0; turn < 3; ++turn) {
    program.make(begin);
    program.make(rest);
  }
  EXPECT_THAT(marks_by(plan_with({.marker = 1}), program),
              ElementsAre(Pair("", ElementsAre(1, 3, 5))));
}

TEST(FrameMarker, PutsAMarkBeforeWhatFollowsTheEndOfATurn) {
  Program program;
  const std::uint64_t rest = program.place({{"onFrame", 1}});
  const std::uint64_t end = program.place({{"onFrame", 2}});
  for (int turn = 0; turn < 3; ++turn) {
    program.make(rest);
    program.make(rest);
    program.make(end);
  }
  EXPECT_THAT(marks_by(plan_with({.marker = 2, .ends_turns = true}), program),
              ElementsAre(Pair("", ElementsAre(3, 6))));
}

TEST(FrameMarker, PutsOneMarkWhereWhatEndsATurnIsMadeSeveralTimes) {
  Program program;
  const std::uint64_t rest = program.place({{"onFrame", 1}});
  const std::uint64_t end = program.place({{"onFrame", 2}});
  for (int turn = 0; turn < 3; ++turn) {
    program.make(rest);
    program.make(end);
    program.make(end);
  }
  EXPECT_THAT(marks_by(plan_with({.marker = 2, .ends_turns = true}), program),
              ElementsAre(Pair("", ElementsAre(3, 6))));
}

TEST(FrameMarker, EndsTheLastFrameWhereTheRecordingEndsWithAWholeTurn) {
  Program program;
  const std::uint64_t begin = program.place({{"onFrame", 1}});
  for (int turn = 0; turn < 3; ++turn)
    program.make(begin);
  EXPECT_THAT(marks_by(plan_with({.marker = 1, .ends_whole = true}), program),
              ElementsAre(Pair("", ElementsAre(0, 1, 2, 3))));
}

TEST(FrameMarker, LeavesOtherThreadsAlone) {
  Program program;
  const std::uint64_t begin = program.place({{"onFrame", 1}});
  for (std::uint64_t turn = 0; turn < 6; ++turn) {
    program.on_thread(turn % 2);
    program.make(begin);
  }
  EXPECT_THAT(marks_by(plan_with({.thread = {1}, .marker = 1, .lane = "one"}), program),
              ElementsAre(Pair("one", ElementsAre(1, 3, 5))));
}

TEST(FrameMarker, KnowsAStackIdThatIsDefinedAgainForAnother) {
  Program program;
  const std::uint64_t first = program.place({{"load", 1}});
  program.make(first);
  program.make(program.place({{"onFrame", 2}}, first));
  program.make(first);
  EXPECT_THAT(marks_by(plan_with({.marker = 1}), program), ElementsAre(Pair("", ElementsAre(0))));
  EXPECT_THAT(marks_by(plan_with({.marker = 2}), program),
              ElementsAre(Pair("", ElementsAre(1, 2))));
}

TEST(FrameMarker, GivesMarksTheTimeOfWhatTheyStandBefore) {
  FrameMarker marker(plan_with({.marker = 1}));
  std::vector<trace::Nanoseconds> times;
  const auto note = [&](const trace::FrameMark& mark) { times.push_back(mark.time); };
  marker.before(trace::StackDefinition{.id = {9}}, note);
  marker.before(trace::Alloc{.stack = trace::StackId{9}, .time = 70}, note);
  marker.before(trace::Free{.time = 80}, note);
  marker.before(trace::Alloc{.stack = trace::StackId{9}, .time = 90}, note);
  EXPECT_THAT(times, ElementsAre(70, 90));
}

TEST(FrameMarker, MarksTheOpeningsOfAScope) {
  Program program;
  const std::uint64_t place = program.place({{"onFrame", 1}});
  for (int turn = 0; turn < 2; ++turn) {
    program.open_scope("turn");
    program.make(place);
    program.open_scope("inner");
    program.make(place);
  }
  const FramePlan plan{.basis = {.source = FrameSource::kChosen}, .scope = "turn"};
  EXPECT_THAT(marks_by(plan, program), ElementsAre(Pair("", ElementsAre(0, 2))));
}

TEST(FrameMarker, CutsTimeIntoSlicesOfOneLengthAlsoWhereNothingHappens) {
  const FramePlan plan{.basis = {.source = FrameSource::kTime, .slice = 100}, .first_slice = 50};
  FrameMarker marker(plan);
  std::vector<trace::Nanoseconds> times;
  const auto note = [&](const trace::FrameMark& mark) { times.push_back(mark.time); };
  marker.before(trace::Counter{.time = 20}, note);
  EXPECT_THAT(times, IsEmpty());
  marker.before(trace::Alloc{.time = 50}, note);
  marker.before(trace::Alloc{.time = 149}, note);
  EXPECT_THAT(times, ElementsAre(50));
  marker.before(trace::Free{.time = 350}, note);
  EXPECT_THAT(times, ElementsAre(50, 150, 250, 350));
  marker.before(trace::Lost{}, note);
  EXPECT_EQ(times.size(), 4u) << "an event without a time passes none";
}

TEST(FrameMarker, KeepsTheMarksOfARecordingWhereTheyAreToStand) {
  const std::function<void(const trace::FrameMark&)> refuse = [](const trace::FrameMark&) {
    ADD_FAILURE() << "nothing is to be marked";
  };
  for (const FrameSource source : {FrameSource::kNone, FrameSource::kMarks}) {
    FrameMarker marker({.basis = {.source = source}});
    EXPECT_TRUE(marker.keeps_marks());
    marker.before(trace::Alloc{.time = 5}, refuse);
    marker.at_end(6, refuse);
  }
  EXPECT_FALSE(FrameMarker({.basis = {.source = FrameSource::kTime, .slice = 1}}).keeps_marks());
}

TEST(FrameMarker, PutsAMarkWhereARunBegins) {
  Program program;
  const std::uint64_t first = program.place({{"onFrame", 1}});
  const std::uint64_t second = program.place({{"onFrame", 2}});
  const std::uint64_t rest = program.place({{"onFrame", 3}});
  for (int turn = 0; turn < 3; ++turn) {
    for (int i = 0; i <= turn; ++i) {
      program.make(first);
      program.make(second);
    }
    program.make(rest);
  }
  EXPECT_THAT(marks_by(plan_with({.marker = 1, .run = {1, 2}}), program),
              ElementsAre(Pair("", ElementsAre(0, 3, 8))));
}

TEST(FrameMarker, PutsTheMarkBeforeTheDisposalOfWhatIsReplaced) {
  FrameMarker marker(plan_with({.marker = 1, .begins_with_disposal = true, .ends_whole = true}));
  std::vector<trace::Nanoseconds> times;
  const auto note = [&](const trace::FrameMark& mark) { times.push_back(mark.time); };
  marker.before(trace::StackDefinition{.id = {9}}, note);
  for (std::int64_t turn = 1; turn <= 3; ++turn) {
    const auto id = static_cast<std::uint64_t>(turn);
    marker.before(trace::Free{.id = {id - 1}, .time = 100 * turn}, note);
    marker.before(trace::Free{.id = {77}, .time = 100 * turn + 1}, note);
    marker.before(trace::Alloc{.id = {id}, .stack = trace::StackId{9}, .time = 100 * turn + 2},
                  note);
  }
  EXPECT_THAT(times, ElementsAre(102, 200, 300)) << "the first had nothing to replace";
  marker.before(trace::Free{.id = {3}, .time = 400}, note);
  marker.at_end(500, note);
  EXPECT_THAT(times, ElementsAre(102, 200, 300, 400)) << "the end is that of the last frame";
}

}  // namespace
}  // namespace tensorleak::analysis
