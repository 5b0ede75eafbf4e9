#include "reports/analysis/stack_table.hpp"

#include <gmock/gmock.h>

namespace tensorleak::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(StackTable, GivesBackFramesWithTheirOwners) {
  StackTable stacks;
  const std::vector<trace::StackFrame> frames = {
      {.function = "add", .file = "node_modules/lib/index.js", .line = 7, .column = 3},
      {.function = "step", .file = "loop.js", .line = 9, .column = 5}};
  stacks.define({.id = {4}, .frames = frames});
  EXPECT_THAT(stacks.frames(stacks.number(trace::StackId{4}), FrameOwner()),
              ElementsAre(Frame{"add", "node_modules/lib/index.js", 7, 3, Owner::kFramework},
                          Frame{"step", "loop.js", 9, 5, Owner::kUser}));
}

TEST(StackTable, AnUndefinedStackIsEmpty) {
  const StackTable stacks;
  EXPECT_EQ(stacks.number(trace::StackId{4}), 0U);
  EXPECT_EQ(stacks.number(std::nullopt), 0U);
  EXPECT_THAT(stacks.frames(0, FrameOwner()), IsEmpty());
}

TEST(StackTable, ASecondDefinitionHoldsFromThenOn) {
  StackTable stacks;
  const std::vector<trace::StackFrame> first = {{.function = "f"}};
  const std::vector<trace::StackFrame> second = {{.function = "g"}};
  stacks.define({.id = {4}, .frames = first});
  const std::uint32_t before = stacks.number(trace::StackId{4});
  stacks.define({.id = {4}, .frames = second});
  EXPECT_EQ(stacks.frames(before, FrameOwner()).at(0).function, "f");
  EXPECT_EQ(stacks.frames(stacks.number(trace::StackId{4}), FrameOwner()).at(0).function, "g");
}

}  // namespace
}  // namespace tensorleak::analysis
