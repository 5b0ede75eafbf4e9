#include "cli/workloads/script/read_script.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/workloads/script/check_script.hpp"

namespace tensorleak::cli::script {
namespace {

using ::testing::HasSubstr;

/// A script whose frame has these steps, each on a line of its own from line 2 on.
std::string with_frame(const std::string& steps, const std::string& more = "") {
  return fmt::format(
      "{{\"format\": \"tensorleak-workload\", \"version\": 1, {} \"frame\": [\n{}\n]}}", more,
      steps);
}

/// What is wrong with a script; "none" where nothing is.
std::string mistake(const std::string& text) {
  const auto script = read_script(text, "s.json");
  if (!script) return script.error().text();
  const auto error = check_script(*script);
  return error ? error->text() : "none";
}

std::string mistake_in_step(const std::string& step, const std::string& more = "") {
  return mistake(with_frame(step, more));
}

TEST(ReadScript, TakesTheSmallestScript) {
  const auto script = read_script(R"({"format": "tensorleak-workload", "version": 1})", "s.json");
  ASSERT_TRUE(script) << script.error().text();
  EXPECT_EQ(script->frames, 40);
  EXPECT_TRUE(script->frame.empty());
}

TEST(ReadScript, GivesEachStepItsPlace) {
  const auto script = read_script(with_frame(R"({"op": "zeros", "shape": [2]},
  {"op": "zeros", "shape": [2], "at": "sketch.js:12:5"},
  {"op": "zeros", "shape": [2], "at": "sketch.js:12"})"),
                                  "s.json");
  ASSERT_TRUE(script) << script.error().text();
  const auto place = [&](std::size_t step) {
    const Place& at = script->frame[step].place;
    return fmt::format("{} {}:{}:{}", at.function, at.file, at.line, at.column);
  };
  EXPECT_EQ(place(0), "frame s.json:2:1");
  EXPECT_EQ(place(1), "frame sketch.js:12:5");
  EXPECT_EQ(place(2), "frame sketch.js:12:0");
  EXPECT_EQ(script->frame[1].pointer, "/frame/1");
  EXPECT_EQ(script->frame[1].line, 3u);
}

TEST(ReadScript, TakesEveryVerb) {
  const std::string steps =
      R"({"op": "zeros", "shape": [2], "as": "x", "about": "a comment"},
{"clone": "x", "as": "y"}, {"reshape": "x", "shape": [1, -1]}, {"expand_dims": "x", "axis": 0},
{"keep": "x"}, {"use": "x"}, {"append": ["x", "y"], "to": "list"}, {"take": "list", "as": "z"},
{"tidy": [{"op": "conv2d", "of": "x", "shape": [3], "as": "r"}], "name": "t", "returns": "r"},
{"scope": "s", "steps": []}, {"variable": "v", "from": "x"}, {"assign": "v", "from": "y"},
{"acquire": "p", "from": "pool", "shape": [2], "dtype": "int32"}, {"release": "p"},
{"call": "f", "with": ["x"], "as": "r"}, {"repeat": 3, "steps": []},
{"if": {"every": 3, "from": 1, "before": 9}, "then": [], "else": []},
{"if": {"longer": "list", "than": 2, "defined": "x"}, "then": []},
{"load": "m", "as": "net"}, {"predict": "net", "of": "x", "as": "out"}, {"counter": "memory"},
{"resource": "textures", "value": 3}, {"dispose": ["x", "list"]}, {"forget": "y"})";
  const std::string more =
      R"("pools": ["pool"], "memory_limit": "16MiB", "name": "n", "about": "a", "teardown": [],
"models": {"m": {"weights": [{"shape": [2]}], "layers": [{"op": "dense", "shape": [1]}]}},
"functions": {"f": {"parameters": ["a"], "steps": [], "returns": "a"}},)";
  EXPECT_EQ(mistake(with_frame(steps, more)), "none");
}

TEST(ReadScript, NamesTheFieldThatItDoesNotKnow) {
  EXPECT_THAT(mistake_in_step(R"({"dispose": "x", "wehn": 1})"),
              HasSubstr("s.json:2:26: /frame/0: there is no field \"wehn\" here; known are: about, "
                        "at, dispose"));
  EXPECT_THAT(
      mistake(R"({"format": "tensorleak-workload", "version": 1, "frmae": []})"),
      HasSubstr("there is no field \"frmae\" here; known are: $schema, about, format, frame, "));
}

TEST(ReadScript, SaysWhatAStepCanBe) {
  EXPECT_THAT(mistake_in_step(R"({"about": "nothing"})"),
              HasSubstr("s.json:2:1: this step says nothing to do; give it one of: op, tidy"));
  EXPECT_THAT(mistake_in_step("3"),
              HasSubstr("/frame/0: expected an object, found a whole number"));
}

TEST(ReadScript, ChecksTheTypesOfFields) {
  EXPECT_THAT(mistake_in_step(R"({"op": "zeros", "shape": 3})"),
              HasSubstr("/frame/0/shape: expected a list, found a whole number"));
  EXPECT_THAT(mistake_in_step(R"({"op": "zeros", "shape": [-2]})"),
              HasSubstr("a size is negative"));
  EXPECT_THAT(mistake_in_step(R"({"op": "zeros", "shape": [1,1,1,1,1,1,1,1,1]})"),
              HasSubstr("a shape has at most 8 sizes"));
  EXPECT_THAT(mistake_in_step(R"({"op": "zeros", "shape": [2], "dtype": "float8"})"),
              HasSubstr("/frame/0/dtype: \"float8\" is no dtype; use float16, float32, "));
  EXPECT_THAT(mistake_in_step(R"({"dispose": 3})"), HasSubstr("expected a name, found a whole"));
  EXPECT_THAT(mistake_in_step(R"({"dispose": ""})"), HasSubstr("a name is empty"));
  EXPECT_THAT(mistake_in_step(R"({"dispose": "x", "about": 3})"),
              HasSubstr("/frame/0/about: expected a string, found a whole number"));
  EXPECT_THAT(mistake_in_step(R"({"assign": "v"})"), HasSubstr("the field \"from\" is missing"));
  EXPECT_THAT(mistake_in_step(R"({"repeat": -1, "steps": []})"), HasSubstr("expected 0 or more"));
  EXPECT_THAT(mistake_in_step(R"({"if": {}, "then": []})"),
              HasSubstr("the condition says nothing"));
  EXPECT_THAT(mistake_in_step(R"({"dispose": "x", "at": "here"})"),
              HasSubstr("expected a place such as \"sketch.js:12\""));
}

TEST(ReadScript, RefusesOtherFormatsAndVersions) {
  EXPECT_THAT(mistake(R"({"format": "x", "version": 1})"),
              HasSubstr("/format: expected \"tensorleak-workload\""));
  EXPECT_THAT(mistake(R"({"format": "tensorleak-workload", "version": 2})"),
              HasSubstr("/version: this is version 2, and this tensorleak reads version 1"));
  EXPECT_THAT(mistake("[]"), HasSubstr("expected an object, found a list"));
}

TEST(CheckScript, FindsWhatTheScriptDoesNotHave) {
  EXPECT_THAT(mistake_in_step(R"({"call": "f"})"),
              HasSubstr("s.json:2: /frame/0: there is no function \"f\""));
  EXPECT_THAT(mistake_in_step(R"({"load": "m", "as": "x"})"), HasSubstr("no model \"m\""));
  EXPECT_THAT(mistake_in_step(R"({"acquire": "x", "from": "p", "shape": []})"),
              HasSubstr("no pool \"p\": name it in the script's \"pools\""));
  EXPECT_THAT(mistake_in_step(R"({"op": "conv2d", "of": "x"})"),
              HasSubstr("libtrack has no operation \"conv2d\", so that its result needs a"));
  EXPECT_THAT(mistake_in_step(R"({"if": {"from": 3}, "then": [], "else": [{"call": "f"}]})"),
              HasSubstr("/frame/0/else/0: there is no function"));
  EXPECT_THAT(mistake_in_step(R"({"call": "f", "with": ["a", "b"]})",
                              R"("functions": {"f": {"parameters": ["x"], "steps": []}},)"),
              HasSubstr("f takes 1 values and returns 0; here are 2 and 0"));
}

}  // namespace
}  // namespace tensorleak::cli::script
