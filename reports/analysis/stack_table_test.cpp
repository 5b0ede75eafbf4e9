#include "reports/analysis/stack_table.hpp"

#include <gmock/gmock.h>

#include <set>

#include "reports/analysis/test_recording.hpp"

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

/// Names every address "step" at a line that tells module and address, below an inlined "add".
std::vector<trace::StackFrame> step_with_inlined_add(const trace::ModuleDefinition& module,
                                                     std::uint64_t address) {
  const auto line = static_cast<std::uint32_t>(address - module.load_bias);
  return {{.function = "std::move", .file = "/usr/include/c++/12/bits/move.h", .line = 77},
          {.function = "step", .file = "step.cpp", .line = line}};
}

constexpr trace::ModuleDefinition kService = {.id = {7}, .path = "/srv/service", .load_bias = 100};

TEST(StackTable, AnAddressIsResolvedToItsInlinedFrames) {
  StackTable stacks(step_with_inlined_add);
  stacks.define(kService);
  const std::vector<trace::StackFrame> frames = {{.address = 142, .module = trace::ModuleId{7}}};
  stacks.define({.id = {4}, .frames = frames});
  EXPECT_TRUE(stacks.has_addresses(stacks.number(trace::StackId{4})));
  EXPECT_THAT(
      stacks.frames(stacks.number(trace::StackId{4}), FrameOwner()),
      ElementsAre(Frame{"std::move", "/usr/include/c++/12/bits/move.h", 77, 0, Owner::kSystem},
                  Frame{"step", "step.cpp", 42, 0, Owner::kUser}));
}

TEST(StackTable, AddressesAreResolvedWhenFramesAreAskedForOnly) {
  int calls = 0;
  StackTable stacks([&](const auto&, std::uint64_t) {
    ++calls;
    return std::vector<trace::StackFrame>();
  });
  stacks.define(kService);
  const std::vector<trace::StackFrame> frames = {{.address = 142, .module = trace::ModuleId{7}}};
  stacks.define({.id = {4}, .frames = frames});
  EXPECT_EQ(calls, 0);
  stacks.frames(stacks.number(trace::StackId{4}), FrameOwner());
  EXPECT_EQ(calls, 1);
}

TEST(StackTable, InARecordingOnlyStacksOfSurvivorsAreResolved) {
  std::set<std::uint64_t> resolved;
  Options options;
  options.resolve_address = [&](const auto& module, std::uint64_t address) {
    resolved.insert(address);
    return step_with_inlined_add(module, address);
  };
  Recording recording(options);
  recording.say(kService);
  for (const std::uint64_t stack : {11U, 12U}) {
    const std::vector<trace::StackFrame> frames = {
        {.address = 100 + stack, .module = trace::ModuleId{7}}};
    recording.say(trace::StackDefinition{.id = {stack}, .frames = frames});
  }
  const Findings findings = recording.alloc(1, {.stack = 11}).alloc(2, {.stack = 12}).free(1).end();
  EXPECT_THAT(resolved, ElementsAre(112));
  ASSERT_EQ(findings.sites.size(), 1U);
  EXPECT_EQ(findings.sites[0].user_frame, (UserFrame{"step", "", "step.cpp", 12, 0, ""}));
}

TEST(StackTable, AModuleDefinedAgainHoldsForLaterStacks) {
  StackTable stacks(step_with_inlined_add);
  const std::vector<trace::StackFrame> frames = {{.address = 142, .module = trace::ModuleId{7}}};
  stacks.define(kService);
  stacks.define({.id = {4}, .frames = frames});
  stacks.define(trace::ModuleDefinition{.id = {7}, .path = "/srv/plugin.so", .load_bias = 140});
  stacks.define({.id = {5}, .frames = frames});
  EXPECT_EQ(stacks.frames(1, FrameOwner()).at(1).line, 42U);
  EXPECT_EQ(stacks.frames(2, FrameOwner()).at(1).line, 2U);
}

TEST(StackTable, AFrameWithoutASourceFileShowsItsModule) {
  StackTable stacks([](const auto&, std::uint64_t) {
    return std::vector<trace::StackFrame>{{.function = "step()"}};
  });
  stacks.define(kService);
  const std::vector<trace::StackFrame> frames = {{.address = 142, .module = trace::ModuleId{7}}};
  stacks.define({.id = {4}, .frames = frames});
  EXPECT_THAT(stacks.frames(1, FrameOwner()),
              ElementsAre(Frame{"step()", "/srv/service", 0, 0, Owner::kUser}));
}

TEST(StackTable, AnAddressThatNobodyKnowsStaysANumber) {
  StackTable stacks(step_with_inlined_add);
  const std::vector<trace::StackFrame> frames = {{.address = 0x1f0},
                                                 {.address = 0x2f0, .module = trace::ModuleId{9}}};
  stacks.define({.id = {4}, .frames = frames});
  EXPECT_THAT(stacks.frames(1, FrameOwner()),
              ElementsAre(Frame{"0x1f0", "", 0, 0, Owner::kSystem},
                          Frame{"0x2f0", "", 0, 0, Owner::kSystem}));
}

TEST(StackTable, NamesInTheRecordingStandBeforeTheAddress) {
  StackTable stacks(step_with_inlined_add);
  stacks.define(kService);
  const std::vector<trace::StackFrame> frames = {{.function = "main",
                                                  .file = "main.cpp",
                                                  .line = 3,
                                                  .address = 142,
                                                  .module = trace::ModuleId{7}}};
  stacks.define({.id = {4}, .frames = frames});
  EXPECT_FALSE(stacks.has_addresses(1));
  EXPECT_THAT(stacks.frames(1, FrameOwner()),
              ElementsAre(Frame{"main", "main.cpp", 3, 0, Owner::kUser}));
}

/// A bundle in which t() of a.ts is called by b.ts, and a library's file was put.
std::optional<OriginalPlace> of_bundle(std::string_view file, std::uint32_t line,
                                       std::uint32_t column) {
  if (file != "bundle.js") return std::nullopt;
  if (column == 10) return OriginalPlace{"a.ts", line + 100, 1, "", "", ""};
  if (column == 20) return OriginalPlace{"b.ts", line + 200, 2, "t", "train", ""};
  if (column == 30) return OriginalPlace{"node_modules/lib/lib.ts", line, 3, "x", "other", ""};
  return std::nullopt;
}

std::vector<Frame> originals_of(const std::vector<trace::StackFrame>& frames) {
  StackTable stacks({}, of_bundle);
  stacks.define({.id = {4}, .frames = frames});
  return stacks.frames(1, FrameOwner());
}

TEST(StackTable, PlacesOfGeneratedCodeAreThoseOfTheirAuthor) {
  EXPECT_THAT(originals_of({{.function = "t", .file = "bundle.js", .line = 1, .column = 10},
                            {.function = "f", .file = "bundle.js", .line = 1, .column = 20},
                            {.function = "g", .file = "bundle.js", .line = 1, .column = 40},
                            {.function = "x", .file = "other.js", .line = 1, .column = 10}}),
              ElementsAre(Frame{"train", "a.ts", 101, 1, Owner::kUser},
                          Frame{"f", "b.ts", 201, 2, Owner::kUser},
                          Frame{"g", "bundle.js", 1, 40, Owner::kUser},
                          Frame{"x", "other.js", 1, 10, Owner::kUser}));
}

TEST(StackTable, AFunctionGetsTheNameOnlyThatItsCallerCallsItBy) {
  const auto named = [](const std::string& function) {
    return originals_of({{.function = function, .file = "bundle.js", .line = 1, .column = 10},
                         {.function = "f", .file = "bundle.js", .line = 1, .column = 20}})
        .front()
        .function;
  };
  EXPECT_EQ(named("new t"), "new train");
  EXPECT_EQ(named("Model.t"), "Model.train");
  EXPECT_EQ(named("start"), "start");  // ends with the name, and is another
  EXPECT_EQ(named(""), "");            // a callback
}

TEST(StackTable, WhatABundleHasTakenInBelongsToItsLibrary) {
  EXPECT_THAT(originals_of({{.function = "x", .file = "bundle.js", .line = 7, .column = 30}}),
              ElementsAre(Frame{"x", "node_modules/lib/lib.ts", 7, 3, Owner::kFramework}));
}

TEST(StackTable, MapsOfLibrariesAreNotAskedFor) {
  std::vector<std::string> asked;
  StackTable stacks({}, [&](std::string_view file, std::uint32_t, std::uint32_t) {
    asked.emplace_back(file);
    return std::optional<OriginalPlace>();
  });
  const std::vector<trace::StackFrame> frames = {
      {.function = "add", .file = "node_modules/@tensorflow/tfjs-core/dist/tf-core.js", .line = 1},
      {.function = "load", .file = "node:internal/modules", .line = 1},
      {.function = "f", .file = "app.js", .line = 1}};
  stacks.define({.id = {4}, .frames = frames});
  stacks.frames(1, FrameOwner());
  EXPECT_THAT(asked, ElementsAre("app.js"));
}

}  // namespace
}  // namespace tensorleak::analysis
