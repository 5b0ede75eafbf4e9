// What fingerprints of scripts withstand: the same page, served from elsewhere, edited, and run on
// another version of its library. fingerprints_test.cpp does the same with compiled programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "libtrack/trace/test_files.hpp"
#include "tests/compiled_program.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using nlohmann::json;
using ::testing::SizeIs;
using trace::testing::TempFolder;

/// A page's code. Calls of "tf." leak.
const std::string kScript = R"(function step(image) {
  const one = tf.sub(image, 1);
  if (image.ready) {
    tf.sub(image, 2);
    tf.sub(image, 2);
  }
  hold(tf.sub(image, 3), tf.sub(image, 3));
}

function loop() {
  step(camera);
}
)";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

json frame(const std::string& function, const std::string& file, std::size_t line,
           std::size_t column) {
  return {{"fn", function}, {"file", file}, {"line", line}, {"col", column}};
}

/// The stacks of all calls of "tf." in the script `file`, as a browser sees them.
std::vector<json> stacks_of(const std::string& file, const std::string& source) {
  const std::vector<std::string> lines = lines_of(source);
  std::size_t caller = 0;
  while (lines.at(caller).find("step(camera)") == std::string::npos)
    ++caller;
  std::vector<json> stacks;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (auto at = lines[i].find("tf."); at != std::string::npos; at = lines[i].find("tf.", at + 1))
      stacks.push_back({frame("sub", "node_modules/tf/index.js", 40 + source.size(), 9),
                        frame("step", file, i + 1, at + 4),
                        frame("loop", file, caller + 1, lines[caller].find("step") + 1)});
  }
  return stacks;
}

/// A log in which each of the stacks leaks one tensor in each of five frames.
std::string log_of(const std::vector<json>& stacks) {
  std::vector<json> events;
  for (std::size_t i = 0; i < stacks.size(); ++i)
    events.push_back({{"e", "stack"}, {"id", i}, {"frames", stacks[i]}});
  std::size_t tensors = 0;
  for (int turn = 0; turn < 6; ++turn) {
    events.push_back({{"e", "frame"}, {"n", turn}});
    for (std::size_t i = 0; i < stacks.size() && turn < 5; ++i)
      events.push_back({{"e", "alloc"},
                        {"id", tensors++},
                        {"bytes", 4},
                        {"shape", json::array({1})},
                        {"dtype", "float32"},
                        {"op", "Sub"},
                        {"stack", i}});
  }
  events.push_back({{"e", "end"}});
  std::string log(trace::testing::kHeaderLine);
  for (const json& event : events)
    log += event.dump() + '\n';
  return log;
}

class FingerprintsOfLogs : public testing::Test {
 protected:
  /// Of a recording of `source` that calls it `file`.
  Prints prints_of_log(const std::string& file, const std::string& source,
                       const std::vector<std::string>& options = {}) const {
    std::vector<std::string> arguments{
        "report", folder_.write("log.jsonl", log_of(stacks_of(file, source))), "--format", "json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Ran ran = run_tool(arguments);
    EXPECT_EQ(ran.exit_code, 1) << ran.errors;
    return prints_in(json::parse(ran.output), source);
  }

  /// Writes the source to a folder of its own; its path.
  std::string script(const std::string& folder, const std::string& source) const {
    const std::string path = folder_.path(folder + "/app.js");
    write_source(path, source);
    return path;
  }

  TempFolder folder_;
};

TEST_F(FingerprintsOfLogs, TellSitesApart) {
  const Prints prints = prints_of_log(script("here", kScript), kScript);
  EXPECT_THAT(prints, SizeIs(4));
  EXPECT_THAT(prints.at("hold(tf.sub(image, 3), tf.sub(image, 3));"), SizeIs(2));
  EXPECT_NE(prints.at("tf.sub(image, 2);"), prints.at("tf.sub(image, 2); #2"));
}

TEST_F(FingerprintsOfLogs, AreTheSameFromEachFolder) {
  const Prints prints = prints_of_log(script("here", kScript), kScript);
  EXPECT_EQ(prints_of_log("file://" + script("a/deeper/one", kScript), kScript), prints);
  EXPECT_EQ(prints_of_log("app.js", kScript, {"--source", folder_.path("here")}), prints);
}

TEST_F(FingerprintsOfLogs, StayWhenOtherLinesChangeAndTheLibraryDoes) {
  const std::string other = edited(
      kScript, {{"function step", "// Of the makers.\n\n\nfunction other() {}\n\nfunction step"},
                {"    tf.sub(image, 2);\n", "      tf.sub(image, 2);\n\n    // again\n"},
                {"  step(camera);", "  if (camera.ready)\n    step(camera);"}});
  EXPECT_EQ(prints_of_log(script("after", other), other),
            prints_of_log(script("before", kScript), kScript));
}

TEST_F(FingerprintsOfLogs, ChangeWithTheirLineAndWithNoOther) {
  const std::string other = edited(kScript, {{"one = tf", "two = tf"}});
  Prints before = prints_of_log(script("before", kScript), kScript);
  Prints after = prints_of_log(script("after", other), other);
  EXPECT_NE(after.extract("const two = tf.sub(image, 1);").mapped(),
            before.extract("const one = tf.sub(image, 1);").mapped());
  EXPECT_EQ(after, before);
}

TEST_F(FingerprintsOfLogs, StayWithoutTheSourceWhenCodeAboveTheFunctionChanges) {
  const std::string other = edited(kScript, {{"function step", "// A note.\n\nfunction step"},
                                             {"function loop", "// More.\n\nfunction loop"}});
  const Prints prints = prints_of_log("https://example.org/v1/app.js", kScript);
  EXPECT_THAT(prints, SizeIs(4));
  EXPECT_EQ(prints_of_log("http://localhost:8000/app.js", other), prints);
  for (const auto& [line, with_source] : prints_of_log(script("here", kScript), kScript))
    EXPECT_NE(prints.at(line), with_source) << line;
}

}  // namespace
}  // namespace tensorleak::end_to_end
