#include "cli/workloads/script/runner.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/workloads/script/check_script.hpp"
#include "cli/workloads/script/read_script.hpp"
#include "tests/support/loses_memory.hpp"

namespace tensorleak::cli::script {
namespace {

using ::testing::HasSubstr;

/// What a script leaves alive while its names still hold, or how it failed.
struct Ran {
  std::size_t tensors = 0;
  std::size_t bytes = 0;
  std::int64_t frames = 0;
  bool is_out_of_memory = false;
  std::string error;
};

Ran run(const std::string& fields) {
  const tensorleak::testing::LosesMemory loses_memory;
  const std::string text =
      R"({"format": "tensorleak-workload", "version": 1, "frames": 3, )" + fields + "}";
  const auto script = read_script(text, "s.json");
  if (!script) return {.error = script.error().text()};
  EXPECT_FALSE(check_script(*script)) << check_script(*script)->text();
  const track::Memory before = track::memory();
  Runner runner(*script);
  const auto end = runner.run();
  if (!end) return {.error = end.error().text()};
  const track::Memory after = track::memory();
  return {.tensors = after.num_tensors - before.num_tensors,
          .bytes = after.num_bytes - before.num_bytes,
          .frames = end->frames,
          .is_out_of_memory = end->is_out_of_memory};
}

/// A script that runs these steps once, at the end of which what is alive is counted.
Ran run_once(const std::string& steps, const std::string& more = "") {
  return run(fmt::format(R"({} "setup": [{}], "frame": [])", more, steps));
}

constexpr const char* kMakeX = R"({"op": "ones", "shape": [4], "as": "x"})";

TEST(Runner, RunsSetupEachFrameAndTeardown) {
  const Ran ran = run(R"("setup": [{"op": "ones", "shape": [1], "as": "a"}],
                         "frame": [{"op": "ones", "shape": [2], "as": "b"}],
                         "teardown": [{"dispose": "a"}])");
  EXPECT_EQ(ran.error, "");
  EXPECT_EQ(ran.frames, 3);
  EXPECT_EQ(ran.tensors, 3u);
  EXPECT_EQ(ran.bytes, 24u);
}

TEST(Runner, TidyDisposesWhatItDoesNotReturn) {
  const std::string tidy = R"({"tidy": [{"op": "ones", "shape": [4], "as": "a"},
    {"op": "add", "of": ["a", "a"], "as": "b"}, {"op": "square", "of": "b", "as": "c"}])";
  EXPECT_EQ(run_once(tidy + "}").tensors, 0u);
  EXPECT_EQ(run_once(tidy + R"(, "returns": "c"})").tensors, 1u);
  EXPECT_EQ(run_once(tidy + R"(, "returns": ["a", "c"]}, {"use": "a"}, {"use": "c"})").tensors, 2u);
  EXPECT_EQ(
      run_once(R"({"tidy": [{"op": "ones", "shape": [4], "as": "a"}, {"keep": "a"}]})").tensors,
      1u);
}

TEST(Runner, NamesOfABlockEndWithIt) {
  EXPECT_THAT(
      run_once(R"({"tidy": [{"op": "ones", "shape": [4], "as": "a"}]}, {"use": "a"})").error,
      HasSubstr("nothing is called \"a\" here"));
  EXPECT_THAT(run(R"("frame": [{"if": {"from": 1}, "then": [{"use": "x"}]},
                                {"op": "ones", "shape": [4], "as": "x"}])")
                  .error,
              HasSubstr("nothing is called \"x\" here; frame 1"));
  EXPECT_EQ(run(R"("setup": [{"op": "ones", "shape": [4], "as": "x"}],
                   "frame": [{"dispose": "x"}, {"op": "ones", "shape": [4], "as": "x"}])")
                .tensors,
            1u);
}

TEST(Runner, ViewsShareTheirBuffer) {
  const Ran ran = run_once(std::string(kMakeX) + R"(, {"reshape": "x", "shape": [2, 2], "as": "y"},
    {"expand_dims": "y", "as": "z"}, {"clone": "z", "as": "w"}, {"dispose": "x"})");
  EXPECT_EQ(ran.error, "");
  EXPECT_EQ(ran.tensors, 3u);
  EXPECT_EQ(ran.bytes, 16u);
}

TEST(Runner, VariablesTakeOtherBuffers) {
  const Ran ran = run_once(std::string(kMakeX) + R"(, {"variable": "v", "from": "x"},
    {"op": "add", "of": ["v", "x"], "as": "y"}, {"assign": "v", "from": "y"},
    {"dispose": ["x", "y"]})");
  EXPECT_EQ(ran.error, "");
  EXPECT_EQ(ran.tensors, 1u);
  EXPECT_THAT(run_once(std::string(kMakeX) + R"(, {"assign": "x", "from": "x"})").error,
              HasSubstr("\"x\" is no variable"));
}

TEST(Runner, PoolsLendTheSameTensor) {
  const Ran ran = run(R"("pools": ["frames"], "frame": [
    {"acquire": "canvas", "from": "frames", "shape": [4]}, {"use": "canvas"}, {"release": "canvas"}])");
  EXPECT_EQ(ran.error, "");
  EXPECT_EQ(ran.tensors, 1u);
}

TEST(Runner, ListsHoldHandlesInOrder) {
  const std::string bounded = R"("frame": [{"op": "ones", "shape": [4], "as": "x"},
    {"append": "x", "to": "window"},
    {"if": {"longer": "window", "than": 2}, "then": [{"take": "window", "as": "old"}, {"dispose": "old"}]}])";
  EXPECT_EQ(run(bounded).tensors, 2u);
  EXPECT_EQ(run(bounded + R"(, "teardown": [{"dispose": "window"}])").tensors, 0u);
  EXPECT_THAT(run_once(R"({"take": "none"})").error, HasSubstr("there is no list \"none\""));
}

TEST(Runner, ReadsAllMembersOfAList) {
  const Ran ran = run_once(std::string(kMakeX) + R"(, {"append": ["x", "x"], "to": "window"},
    {"use": "window"}, {"op": "concat", "of": ["window", "x"], "as": "y"}, {"dispose": "x"})");
  EXPECT_EQ(ran.error, "");
  EXPECT_EQ(ran.bytes, 3 * 16u);
  EXPECT_THAT(run_once(std::string(kMakeX) + R"(, {"append": "x", "to": "w"}, {"dispose": "x"},
                {"use": "w"})")
                  .error,
              HasSubstr("/setup/3: "));
}

TEST(Runner, FunctionsTakeAndReturnValues) {
  const std::string function = R"("functions": {"twice": {"parameters": ["a"], "steps": [
    {"op": "add", "of": ["a", "a"], "as": "sum"}], "returns": "sum"}},)";
  const Ran ran =
      run_once(std::string(kMakeX) + R"(, {"call": "twice", "with": "x", "as": "y"}, {"use": "y"})",
               function);
  EXPECT_EQ(ran.error, "");
  EXPECT_EQ(ran.tensors, 2u);
  EXPECT_THAT(
      run_once(std::string(kMakeX) + R"(, {"call": "twice", "with": "x"}, {"use": "a"})", function)
          .error,
      HasSubstr("nothing is called \"a\""));
  EXPECT_THAT(
      run_once(R"({"call": "f"})", R"("functions": {"f": {"steps": [{"call": "f"}]}},)").error,
      HasSubstr("functions call each other for ever"));
}

TEST(Runner, ConditionsFollowTheFrame) {
  EXPECT_EQ(
      run(R"("frame": [{"if": {"every": 2}, "then": [{"op": "ones", "shape": [4]}]}])").tensors,
      2u);
  EXPECT_EQ(
      run(R"("frame": [{"if": {"from": 1, "before": 2}, "then": [{"op": "ones", "shape": [4]}],
                              "else": []}])")
          .tensors,
      1u);
  EXPECT_EQ(run(R"("frame": [{"repeat": 5, "steps": [{"op": "ones", "shape": [4]}]}])").tensors,
            15u);
}

TEST(Runner, ModelsKeepTheirWeightsAndDisposeTheirLayers) {
  const std::string models = R"("models": {"net": {"weights": [{"shape": [8]}, {"shape": [2]}],
    "layers": [{"op": "conv2d", "shape": [6]}, {"op": "dense", "shape": [2]}]}},)";
  const std::string predict =
      std::string(kMakeX) +
      R"(, {"load": "net", "as": "m"}, {"predict": "m", "of": "x", "as": "y"})";
  EXPECT_EQ(run_once(predict, models).tensors, 4u);
  EXPECT_EQ(run_once(predict + R"(, {"dispose": ["m", "x", "y"]})", models).tensors, 0u);
}

TEST(Runner, EndsAtTheMemoryLimit) {
  const Ran ran =
      run(R"("memory_limit": "1KiB", "frame": [{"op": "ones", "shape": [100], "as": "x"}])");
  EXPECT_TRUE(ran.is_out_of_memory);
  EXPECT_EQ(ran.frames, 2);
}

TEST(Runner, TellsTheStepAtWhichItFails) {
  EXPECT_THAT(run_once(std::string(kMakeX) + R"(, {"dispose": "x"}, {"use": "x"})").error,
              HasSubstr("s.json:1: /setup/2: "));
  EXPECT_THAT(
      run_once(std::string(kMakeX) +
               R"(, {"op": "ones", "shape": [3], "as": "y"}, {"op": "add", "of": ["x", "y"]})")
          .error,
      HasSubstr("/setup/2: add: shapes [4] and [3] do not broadcast"));
  EXPECT_THAT(run_once(R"({"op": "fill", "shape": [3]})").error,
              HasSubstr("the field \"value\" is missing"));
  EXPECT_THAT(run_once(std::string(kMakeX) + R"(, {"op": "add", "of": ["x"]})").error,
              HasSubstr("add takes 2 inputs, and \"of\" names 1"));
}

}  // namespace
}  // namespace tensorleak::cli::script
