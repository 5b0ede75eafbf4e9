#include "reports/analysis/frames/frame_scout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/analysis/frames/test_program.hpp"

namespace tensorleak::analysis {
namespace {

using ::testing::HasSubstr;

/// A loop of `turns` turns, each of two tensors, the second kept.
void run_loop(Program& program, int turns, const std::string& function = "onFrame",
              std::uint32_t line = 4) {
  const std::uint64_t first = program.place({{function, line}});
  const std::uint64_t second = program.place({{function, line + 1}});
  for (int turn = 0; turn < turns; ++turn) {
    program.mark();
    program.make(first);
    program.keep(second);
  }
  program.mark();
}

TEST(FrameScout, TakesTheRecordingsMarksAndAsksForNoMore) {
  FrameScout scout({}, {});
  EXPECT_TRUE(scout.wants_more());
  scout.consume(trace::FrameMark{});
  EXPECT_FALSE(scout.wants_more());
  EXPECT_EQ(scout.plan().value().basis.source, FrameSource::kMarks);
}

TEST(FrameScout, LooksAtNothingWhereMarksAloneAreAskedFor) {
  const FrameScout scout({.choice = FrameChoice::kMarks}, {});
  EXPECT_FALSE(scout.wants_more());
  Program program;
  run_loop(program, 9);
  EXPECT_EQ(plan_of(program, {.choice = FrameChoice::kMarks}).value().basis.source,
            FrameSource::kNone);
}

TEST(FrameScout, FindsALoopWhateverWasMarkedWhereThatIsAskedFor) {
  Program program;
  program.say(trace::FrameMark{});
  run_loop(program, 9);
  program.say(trace::FrameMark{});
  EXPECT_EQ(plan_of(program).value().basis.source, FrameSource::kMarks);
  EXPECT_EQ(found_marks(program, {.choice = FrameChoice::kFound}), program.marks());
  const Findings findings = judge(program, {.choice = FrameChoice::kFound});
  ASSERT_EQ(findings.lanes.size(), 1u);
  EXPECT_EQ(findings.lanes[0].marks, 10u) << "the recording's own do not count";
}

/// More than is kept of a thread.
constexpr int kManyCreations = 300000;

TEST(FrameScout, FindsTheLoopOfARunThatIsLongerThanWhatIsKept) {
  Program program;
  const std::uint64_t batch = program.place({{"train", 20}});
  const std::uint64_t evaluate = program.place({{"train", 30}});
  for (int epoch = 0; epoch < kManyCreations / 5; ++epoch) {
    program.mark();
    for (int i = 0; i < 4; ++i)
      program.keep(batch);
    program.keep(evaluate);
  }
  program.mark();
  Marks truth = program.marks();
  truth[""].erase(truth[""].begin());  // what ends turns says nothing of where the first begins
  EXPECT_TRUE(found_marks(program) == truth);
}

TEST(FrameScout, FindsTheLoopAtTheEndOfARunThatIsLongerThanWhatIsKept) {
  Program program;
  for (int i = 0; i < kManyCreations * 3 / 4; ++i)
    program.make_by("Load");
  for (int turn = 0; turn < kManyCreations / 12; ++turn) {
    program.mark();
    program.make_by("Input");
    program.make_by("Model");
    program.make_by("Answer");
  }
  program.mark();
  EXPECT_TRUE(found_marks(program) == program.marks());
}

TEST(FrameScout, KeepsNotMoreThanSixteenLanesOfHoweverManyThreads) {
  Program program;
  std::vector<std::uint64_t> places;
  for (std::uint32_t thread = 0; thread < 70; ++thread)
    places.push_back(program.place({{"work", 3 + thread}}));
  for (int turn = 0; turn < 12; ++turn) {
    for (std::uint64_t thread = 0; thread < 70; ++thread) {
      program.on_thread(thread);
      program.make(places[thread]);
    }
  }
  const FramePlan plan = plan_of(program).value();
  ASSERT_EQ(plan.rules.size(), 16u);
  for (std::uint64_t thread = 0; thread < 16; ++thread)
    EXPECT_EQ(plan.rules[thread].thread.value, thread);
  EXPECT_EQ(plan.rules[0].lane, "work");
  EXPECT_EQ(plan.rules[15].lane, "work 16") << "lanes whose function is one are numbered";
  const Marks found = marks_by(plan, program);
  EXPECT_EQ(found.size(), 16u);
  EXPECT_EQ(found.at("work").size(), 13u) << "with the end of the last turn";
}

TEST(FrameScout, ListensToTheThreadsItKnowsWhereThereAreTooMany) {
  Program program;
  const std::uint64_t helper = program.place({{"help", 3}});
  const std::uint64_t main = program.place({{"onFrame", 4}});
  for (std::uint64_t turn = 0; turn < 200; ++turn) {
    program.on_thread(0);
    program.mark();
    program.make(main);
    program.on_thread(1 + turn);
    program.make(helper);
  }
  program.mark();
  EXPECT_EQ(found_marks(program), program.marks());
}

TEST(FrameScout, KnowsASiteWhoseStackIdWasGivenToAnother) {
  Program program;
  const std::uint64_t other = program.place({{"load", 90}});
  program.make(other);
  const std::uint64_t first = program.place({{"onFrame", 4}}, other);
  const std::uint64_t second = program.place({{"onFrame", 5}});
  for (int turn = 0; turn < 8; ++turn) {
    program.mark();
    program.make(first);
    program.make(second);
  }
  program.mark();
  const FramePlan plan = plan_of(program).value();
  ASSERT_EQ(plan.basis.loops.size(), 1u);
  EXPECT_EQ(plan.basis.loops[0].function, "onFrame");
  EXPECT_EQ(plan.basis.loops[0].line, 4u);
  EXPECT_EQ(marks_by(plan, program), program.marks());
}

/// Batches in epochs; both are turns that somebody can want.
void train(Program& program) {
  const std::uint64_t shuffle = program.place({{"train", 10}, {"main", 50}});
  const std::uint64_t input = program.place({{"step", 30}, {"train", 20}, {"main", 50}});
  const std::uint64_t loss = program.place({{"step", 31}, {"train", 20}, {"main", 50}});
  const std::uint64_t rare = program.place({{"report", 60}, {"main", 51}});
  for (int epoch = 0; epoch < 6; ++epoch) {
    program.mark("epochs");
    program.open_scope("epoch");
    program.make(shuffle);
    for (int batch = 0; batch < 5; ++batch) {
      program.mark("batches");
      program.make(input);
      program.keep(loss);
    }
  }
  program.make(rare);
}

std::vector<std::size_t> chosen_marks(const Program& program, const std::string& frame_on) {
  const auto plan = plan_of(program, {.frame_on = frame_on});
  if (!plan) return {};
  EXPECT_EQ(plan->basis.source, FrameSource::kChosen);
  EXPECT_EQ(plan->basis.chosen, frame_on);
  Marks marks = marks_by(*plan, program);
  return marks[""];
}

TEST(FrameOn, AFunctionTakesTheTurnsInIt) {
  Program program;
  train(program);
  EXPECT_EQ(chosen_marks(program, "step"), program.marks().at("batches"));
  EXPECT_EQ(chosen_marks(program, "train"), program.marks().at("epochs"));
}

TEST(FrameOn, AFileAndLineTakeTheTurnsThere) {
  Program program;
  train(program);
  EXPECT_EQ(chosen_marks(program, "app.js:30"), program.marks().at("batches"));
  EXPECT_EQ(chosen_marks(program, "src/app.js:20"), program.marks().at("batches"));
  EXPECT_EQ(chosen_marks(program, "src/app.js:10"), program.marks().at("epochs"));
}

TEST(FrameOn, AScopeTakesItsOpenings) {
  Program program;
  train(program);
  EXPECT_EQ(chosen_marks(program, "epoch"), program.marks().at("epochs"));
}

TEST(FrameOn, StandsAboveTheMarksOfARecording) {
  Program program;
  program.say(trace::FrameMark{});
  train(program);
  EXPECT_EQ(chosen_marks(program, "step"), program.marks().at("batches"));
}

TEST(FrameOn, AFunctionIsFoundByItsBareNameAndByItsWholeOne) {
  Program program;
  run_loop(program, 5, "net::Server::handle(Request const&)");
  for (const char* const name :
       {"handle", "Server::handle", "net::Server::handle", "net::Server::handle(Request const&)"}) {
    EXPECT_EQ(chosen_marks(program, name), program.marks().at("")) << name;
  }
  EXPECT_FALSE(plan_of(program, {.frame_on = "andle"}));
}

trace::Error refusal(const Program& program, const std::string& frame_on) {
  const auto plan = plan_of(program, {.frame_on = frame_on});
  return plan ? trace::Error{} : plan.error();
}

TEST(FrameOn, WhatIsNotThereIsRefusedInWords) {
  Program program;
  train(program);
  for (const char* const name : {"nowhere", "app.js:999", "pp.js:30", "other.js:30"}) {
    const trace::Error error = refusal(program, name);
    EXPECT_THAT(error.what, HasSubstr(std::string("--frame-on ") + name + ": no tensor is made"));
    EXPECT_THAT(error.cure, HasSubstr("FILE:LINE or a scope"));
  }
}

TEST(FrameOn, WhatDoesNotReturnIsRefusedInWords) {
  Program program;
  train(program);
  const trace::Error error = refusal(program, "report");
  EXPECT_THAT(error.what, HasSubstr("it makes tensors, but not again and again"));
  EXPECT_THAT(error.cure, HasSubstr("--frames time"));
}

TEST(FramesOfTime, AreAtMostAHundredRoundSlices) {
  for (const auto& [turns, slice] : {std::pair{33, 10}, std::pair{34, 20}, std::pair{1000, 500}}) {
    Program program;
    run_loop(program, turns);  // 30 ns a turn
    const FramePlan plan = plan_of(program, {.choice = FrameChoice::kTime}).value();
    EXPECT_EQ(plan.basis.source, FrameSource::kTime);
    EXPECT_EQ(plan.basis.slice, slice) << turns;
    EXPECT_EQ(plan.first_slice, 1010);
  }
}

TEST(FramesOfTime, AreTakenWhereMuchReturnsButNothingForMostOfTheRun) {
  Program program;
  for (std::uint32_t phase = 1; phase <= 5; ++phase) {
    const std::uint64_t place = program.place({{"phase", phase}});
    for (int i = 0; i < 20; ++i)
      program.make(place);
  }
  EXPECT_EQ(plan_of(program).value().basis.source, FrameSource::kTime);
  EXPECT_EQ(plan_of(program, {.choice = FrameChoice::kFound}).value().basis.source,
            FrameSource::kNone);
}

TEST(FramesOfTime, AreNoneInARunWithoutDuration) {
  FrameScout scout({.choice = FrameChoice::kTime}, {});
  for (std::uint64_t id = 1; id < 9; ++id)
    scout.consume(trace::Alloc{.id = {id}, .op = "Add"});
  EXPECT_EQ(scout.plan().value().basis.source, FrameSource::kNone);
}

TEST(FramesOfTime, StayFewWhereAProgramIdlesLongAfterItsLastTensor) {
  Program program;
  run_loop(program, 30);
  program.say(trace::End{.time = 3'600'000'000'000});
  const FramePlan plan = plan_of(program, {.choice = FrameChoice::kTime}).value();
  EXPECT_GE(plan.basis.slice, 36'000'000'000);
}

TEST(FrameScout, FindsTheLoopOfAProgramThatOnlyReads) {
  Program program;
  const std::uint64_t weight = program.keep(program.place({{"load", 3}}));
  for (int turn = 0; turn < 40; ++turn) {
    program.mark();
    program.read(weight, "MatMul");
    program.read(weight, "Add");
  }
  program.mark();
  const FramePlan plan = plan_of(program, {.choice = FrameChoice::kFound}).value();
  ASSERT_EQ(plan.basis.loops.size(), 1u);
  EXPECT_EQ(plan.basis.loops[0].function, "MatMul");
  EXPECT_EQ(plan.basis.loops[0].turns, 40u);
  EXPECT_EQ(judge(program).lanes.at(0).marks, 41u);
}

TEST(FrameScout, TakesAFewReadsForNoLoop) {
  Program program;
  const std::uint64_t weight = program.keep(program.place({{"load", 3}}));
  for (int turn = 0; turn < 20; ++turn)
    program.read(weight, "MatMul");
  EXPECT_EQ(plan_of(program).value().basis.source, FrameSource::kNone);
}

TEST(FrameScout, GivesLoopsOfOnePlaceOnSeveralThreadsALaneTogether) {
  Program program;
  const std::uint64_t place = program.place({{"onQuery", 4}});
  for (std::uint64_t turn = 0; turn < 30; ++turn) {
    program.on_thread(turn * turn % 3);
    program.keep(place);
  }
  const Findings findings = judge(program);
  ASSERT_EQ(findings.lanes.size(), 3u);
  EXPECT_EQ(findings.lanes[0].name, "onQuery on all threads");
  EXPECT_GE(findings.lanes[0].marks, 30u);
  ASSERT_EQ(findings.sites.size(), 1u);
  EXPECT_EQ(findings.sites[0].tensors_per_frame, (Rate{1, 1, true})) << "by turns of any thread";
}

}  // namespace
}  // namespace tensorleak::analysis
