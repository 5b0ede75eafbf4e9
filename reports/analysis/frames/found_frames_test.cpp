// Frames that are found in programs of the common shapes are the programs' own, mark by mark.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "reports/analysis/frames/test_program.hpp"

namespace tensorleak::analysis {
namespace {

using ::testing::IsEmpty;

/// Nothing made or disposed says that the last turn of a program is over.
Marks but_the_last(Marks marks) {
  for (auto& [lane, positions] : marks)
    positions.pop_back();
  return marks;
}

/// What ends turns says nothing of where the first begins.
Marks but_the_first(Marks marks) {
  for (auto& [lane, positions] : marks)
    positions.erase(positions.begin());
  return marks;
}

/// The lines of `train`: a batch is trained at 20, its loss read at 21.
struct Training {
  explicit Training(Program& made) : program(made) {}

  void batches(int count) {
    for (int batch = 0; batch < count; ++batch) {
      program.make(forward);
      program.make(loss);
      program.make(gradient);
    }
  }

  Program& program;
  std::uint64_t weights = program.place({{"build", 5}, {"main", 50}});
  std::uint64_t shuffle = program.place({{"train", 10}, {"main", 51}});
  std::uint64_t forward = program.place({{"step", 30}, {"train", 20}, {"main", 51}});
  std::uint64_t gradient = program.place({{"step", 31}, {"train", 20}, {"main", 51}});
  std::uint64_t loss = program.place({{"train", 21}, {"main", 51}});
  std::uint64_t evaluate = program.place({{"train", 40}, {"main", 51}});
};

void make_weights(Training& training, int count) {
  for (int i = 0; i < count; ++i)
    training.program.keep(training.weights, true);
}

TEST(FoundFrames, OfBatchesInEpochsAreEpochs) {
  Program program;
  Training training(program);
  make_weights(training, 6);
  for (int epoch = 0; epoch < 5; ++epoch) {
    program.mark();
    program.make(training.shuffle);
    training.batches(12);
    program.keep(training.evaluate);
  }
  program.mark();
  const FramePlan plan = plan_of(program).value();
  EXPECT_EQ(plan.basis.source, FrameSource::kFound);
  ASSERT_EQ(plan.basis.loops.size(), 1u);
  EXPECT_EQ(plan.basis.loops[0].function, "train");
  EXPECT_EQ(plan.basis.loops[0].file, "src/app.js");
  EXPECT_EQ(plan.basis.loops[0].line, 10u);
  EXPECT_EQ(plan.basis.loops[0].turns, 5u);
  EXPECT_GE(plan.basis.confidence_percent, 70u);
  EXPECT_EQ(marks_by(plan, program), program.marks());
}

TEST(FoundFrames, OfEpochsWithTensorsOfTheirOwnInFrontAlone) {
  Program program;
  Training training(program);
  for (int epoch = 0; epoch < 6; ++epoch) {
    program.mark();
    program.make(training.shuffle);
    training.batches(7);
  }
  program.mark();
  EXPECT_EQ(found_marks(program), program.marks());
}

TEST(FoundFrames, OfEpochsWithNothingButAnEvaluationBehindEndWithIt) {
  Program program;
  Training training(program);
  make_weights(training, 6);
  for (int epoch = 0; epoch < 6; ++epoch) {
    program.mark();
    training.batches(9);
    program.keep(training.evaluate);
  }
  program.mark();
  const FramePlan plan = plan_of(program).value();
  ASSERT_EQ(plan.rules.size(), 1u);
  EXPECT_TRUE(plan.rules[0].ends_turns);
  EXPECT_EQ(marks_by(plan, program), but_the_first(program.marks()));
}

TEST(FoundFrames, OfEpochsOfUnevenLengthAreEpochs) {
  Program program;
  Training training(program);
  std::mt19937 chance(3);
  for (int epoch = 0; epoch < 12; ++epoch) {
    program.mark();
    program.make(training.shuffle);
    training.batches(20 + static_cast<int>(chance() % 5));
    program.make(training.evaluate);
  }
  program.mark();
  EXPECT_EQ(found_marks(program), but_the_last(program.marks()));
}

TEST(FoundFrames, OfTwoEpochsAreBatches) {
  Program program;
  Training training(program);
  for (int epoch = 0; epoch < 2; ++epoch) {
    program.make(training.shuffle);
    for (int batch = 0; batch < 15; ++batch) {
      program.mark();
      training.batches(1);
    }
    program.make(training.evaluate);
  }
  EXPECT_EQ(found_marks(program), program.marks());
}

/// A request makes an input, what it finds, and an answer.
struct Handler {
  Handler(Program& made, const std::string& name)
      : program(made),
        input(made.place({{name, 10}})),
        piece(made.place({{"detect", 3}, {name, 12}})),
        answer(made.place({{name, 15}})) {}

  Program& program;
  std::uint64_t input;
  std::uint64_t piece;
  std::uint64_t answer;
};

TEST(FoundFrames, OfAProgramThatEventsDriveAreItsEvents) {
  Program program;
  const Handler handler(program, "onRequest");
  std::mt19937 chance(1);
  for (int event = 0; event < 60; ++event) {
    program.wait(static_cast<trace::Nanoseconds>(chance() % 5000000));
    program.mark();
    program.make(handler.input);
    for (auto pieces = chance() % 5; pieces > 0; --pieces)
      program.make(handler.piece);
    program.keep(handler.answer);
  }
  program.mark();
  const FramePlan plan = plan_of(program).value();
  ASSERT_EQ(plan.basis.loops.size(), 1u);
  EXPECT_EQ(plan.basis.loops[0].function, "onRequest");
  EXPECT_EQ(plan.basis.loops[0].line, 10u);
  EXPECT_EQ(marks_by(plan, program), but_the_last(program.marks()));
}

TEST(FoundFrames, OfAProgramWhoseEventsSeldomHaveAPieceAreItsEvents) {
  Program program;
  const Handler handler(program, "onRequest");
  std::mt19937 chance(6);
  for (int event = 0; event < 80; ++event) {
    program.mark();
    program.make(handler.input);
    for (auto pieces = chance() % 5; pieces > 2; --pieces)
      program.make(handler.piece);
    program.keep(handler.answer);
  }
  EXPECT_EQ(found_marks(program), program.marks());
}

TEST(FoundFrames, OfTwoKindsOfRequestsAreALaneForEach) {
  Program program;
  const Handler images(program, "onImage");
  const Handler texts(program, "onText");
  std::mt19937 chance(2);
  for (int request = 0; request < 200; ++request) {
    const bool is_image = chance() % 5 < 2;
    const Handler& handler = is_image ? images : texts;
    program.mark(is_image ? "onImage" : "onText");
    program.make(handler.input);
    for (auto pieces = chance() % 3; pieces > 0; --pieces)
      program.make(handler.piece);
    program.keep(handler.answer);
  }
  EXPECT_EQ(found_marks(program), program.marks());
}

TEST(FoundFrames, OfTwoKindsOfRequestsThatInterleaveWithinATurn) {
  Program program;
  const Handler images(program, "onImage");
  const Handler texts(program, "onText");
  std::mt19937 chance(4);
  struct Task {
    const Handler* handler;
    std::string lane;
    int done = 0;
  };
  std::vector<Task> tasks = {{&images, "onImage"}, {&texts, "onText"}};
  for (int piece = 0; piece < 900; ++piece) {
    Task& task = tasks[chance() % 3 == 0 ? 0 : 1];
    if (task.done == 0) program.mark(task.lane);
    const Handler& handler = *task.handler;
    program.make(task.done == 0 ? handler.input : task.done == 1 ? handler.piece : handler.answer);
    task.done = (task.done + 1) % 3;
  }
  EXPECT_EQ(found_marks(program), program.marks());
}

TEST(FoundFrames, OfALoopOnEachOfTwoThreadsAreALaneForEach) {
  Program program;
  const Handler images(program, "decode");
  const Handler texts(program, "classify");
  for (int turn = 0; turn < 30; ++turn) {
    program.on_thread(1);
    program.mark("decode");
    program.make(images.input);
    program.make(images.answer);
    if (turn % 3 != 0) continue;
    program.on_thread(2);
    program.mark("classify");
    program.make(texts.input);
    program.make(texts.answer);
  }
  EXPECT_EQ(found_marks(program), program.marks());
}

TEST(FoundFrames, OfALoopThatMakesOneTensorInATurnAndKeepsIt) {
  Program program;
  const std::uint64_t leak = program.place({{"onTick", 4}});
  for (int turn = 0; turn < 10; ++turn) {
    program.mark();
    program.keep(leak);
  }
  program.mark();
  EXPECT_EQ(found_marks(program), program.marks());
  const Findings findings = judge(program);
  EXPECT_EQ(findings.verdict.outcome, Outcome::kLeak);
  EXPECT_EQ(findings.verdict.tensors_per_frame, (Rate{.amount = 1}));
}

TEST(FoundFrames, OfALoopAreNotMadeByWhatHappensInEveryThirdTurn) {
  for (const int phase : {0, 1}) {
    Program program;
    const std::uint64_t input = program.place({{"onFrame", 4}});
    const std::uint64_t rare = program.place({{"onFrame", 6}});
    for (int turn = 0; turn < 30; ++turn) {
      program.mark();
      program.make(input);
      if (turn % 3 == phase) program.keep(rare);
    }
    program.mark();
    EXPECT_EQ(found_marks(program), but_the_last(program.marks())) << phase;
  }
}

TEST(FoundFrames, OfALoopOfThreeAreThoseOfTheLoopAroundIt) {
  Program program;
  Training training(program);
  for (int epoch = 0; epoch < 10; ++epoch) {
    program.mark();
    program.make(training.shuffle);
    training.batches(3);
    program.keep(training.evaluate);
  }
  program.mark();
  EXPECT_EQ(found_marks(program), program.marks());
}

TEST(FoundFrames, OfALoopWithOneToFourTurnsInItAreTheOuterOnesWithoutAnyStack) {
  Program program;
  std::mt19937 chance(5);
  for (int turn = 0; turn < 60; ++turn) {
    program.mark();
    program.make_by("Input");
    for (auto inner = 1 + chance() % 4; inner > 0; --inner)
      program.make_by("Crop");
  }
  const FramePlan plan = plan_of(program).value();
  ASSERT_EQ(plan.basis.loops.size(), 1u);
  EXPECT_EQ(plan.basis.loops[0].function, "Input") << "the operation, where no place is known";
  EXPECT_EQ(marks_by(plan, program), program.marks());
}

TEST(FoundFrames, AreNotMadeByALoopThatMakesWeights) {
  Program program;
  Training training(program);
  make_weights(training, 40);
  for (int turn = 0; turn < 10; ++turn) {
    program.mark();
    training.batches(1);
  }
  program.mark();
  EXPECT_EQ(found_marks(program), program.marks());
}

TEST(FoundFrames, AreNoneWhereWeightsAreMadeAndOnePassFollows) {
  Program program;
  Training training(program);
  make_weights(training, 7);
  training.batches(1);
  program.make(training.evaluate);
  EXPECT_EQ(plan_of(program).value().basis.source, FrameSource::kNone);
}

TEST(FoundFrames, AreNoneInAProgramWithoutALoop) {
  Program program;
  for (std::uint32_t line = 1; line <= 30; ++line)
    program.keep(program.place({{"main", line}}));
  const std::uint64_t twice = program.place({{"load", 5}, {"main", 40}});
  program.make(twice);
  program.make(twice);
  program.say(trace::End{.time = program.now()});
  const FramePlan plan = plan_of(program).value();
  EXPECT_EQ(plan.basis.source, FrameSource::kNone);
  EXPECT_THAT(marks_by(plan, program), IsEmpty());
  const Findings findings = judge(program);
  EXPECT_THAT(findings.lanes, IsEmpty());
  EXPECT_EQ(findings.verdict.growing_sites, 0u) << "what is left is told, growth is not";
}

TEST(FoundFrames, MakeAFrameOfTheLastTurnWhereItIsWhole) {
  Program program;
  Training training(program);
  for (int turn = 0; turn < 3; ++turn) {
    program.mark();
    training.batches(1);
  }
  program.mark();
  EXPECT_EQ(found_marks(program), program.marks());
  EXPECT_EQ(judge(program).lanes.at(0).frames, 3u);
}

TEST(FoundFrames, LeaveOutALastTurnThatIsCut) {
  Program program;
  Training training(program);
  for (int turn = 0; turn < 6; ++turn) {
    program.mark();
    training.batches(1);
  }
  program.mark();
  program.make(training.forward);
  EXPECT_EQ(found_marks(program), program.marks());
}

TEST(FoundFrames, AreNoneInThreeTurnsOfWhichTheLastIsCut) {
  Program program;
  Training training(program);
  training.batches(2);
  program.make(training.forward);
  EXPECT_EQ(plan_of(program).value().basis.source, FrameSource::kNone);
}

TEST(FoundFrames, GrowAtTheTrueMarksAsTheProgramDoes) {
  Program program;
  Training training(program);
  make_weights(training, 2);
  for (int epoch = 0; epoch < 8; ++epoch) {
    program.make(training.shuffle);
    training.batches(4);
    program.keep(training.evaluate);
  }
  const Findings findings = judge(program);
  ASSERT_EQ(findings.lanes.size(), 1u);
  ASSERT_EQ(findings.lanes[0].population.size(), 9u);
  for (std::size_t mark = 0; mark <= 8; ++mark)
    EXPECT_EQ(findings.lanes[0].population[mark].tensors, 2 + mark) << mark;
}

}  // namespace
}  // namespace tensorleak::analysis
