#include "tests/sample_checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "libtrack/trace/test_files.hpp"

namespace tensorleak::end_to_end {

using nlohmann::json;

namespace {

bool is_leak(const json& site) {
  return site["label"].get<std::string>().starts_with("LEAK");
}

void expect_handles(const json& evidence, std::uint64_t alive, Handles handles) {
  if (handles == Handles::kHeld) {
    EXPECT_EQ(evidence["with_handle"], alive);
    EXPECT_EQ(evidence["lost"], 0);
  } else {
    EXPECT_GT(evidence["lost"], 0);
  }
}

}  // namespace

const std::string kSamples = TENSORLEAK_SOURCE_DIR "/samples/";

std::map<std::uint64_t, std::string> marked_lines(const std::string& path,
                                                  const std::string& mark) {
  std::ifstream file(path);
  std::map<std::uint64_t, std::string> found;
  std::uint64_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const std::size_t begin = line.find_first_not_of(' ');
    if (line.find(mark) != std::string::npos) found.emplace(number, line.substr(begin));
  }
  return found;
}

Watched watch(const std::vector<std::string>& workload) {
  const trace::testing::TempFolder folder;
  std::vector<std::string> arguments = {"run", "-o", folder.path("out")};
  arguments.insert(arguments.end(), workload.begin(), workload.end());
  // The samples leak on purpose.
  Ran ran = run_tool(arguments, {{"ASAN_OPTIONS=detect_leaks=0"}});
  return {std::move(ran), json::parse(content(folder.path("out/report.json")))};
}

json rate(std::int64_t amount, std::int64_t frames) {
  return {{"numerator", amount}, {"denominator", frames}, {"exact", true}};
}

void expect_the_leak(const Watched& watched, const Sample& sample, const std::string& function,
                     const std::string& file, const std::string& mark) {
  const json& report = watched.report;
  EXPECT_EQ(watched.ran.exit_code, 1) << watched.ran.errors;
  EXPECT_EQ(report["verdict"]["tensors_per_frame"], rate(sample.tensors, sample.period));
  EXPECT_EQ(report["verdict"]["bytes_per_frame"], rate(sample.bytes, sample.period));
  EXPECT_EQ(report["lanes"][0]["frames"], sample.frames);
  EXPECT_EQ(report["anomalies"], json::array());

  std::map<std::uint64_t, std::string> lines;
  std::set<std::vector<std::uint64_t>> shapes;
  for (const json& site : report["sites"]) {
    if (!is_leak(site)) continue;
    EXPECT_EQ(site["label"], "LEAK, growing");
    EXPECT_EQ(site["dtype"], sample.dtype);
    for (const json& shape : site["shapes"])
      shapes.insert(shape["shape"].get<std::vector<std::uint64_t>>());
    expect_handles(site["evidence"], site["alive"], sample.handles);
    const json& frame = site["user_frame"];
    EXPECT_EQ(frame["file"], file);
    EXPECT_EQ(frame["function"], function);
    lines.emplace(frame["line"], frame["source"]);
  }
  EXPECT_EQ(lines, marked_lines(file, mark));
  EXPECT_EQ(shapes, sample.shapes);
}

void expect_no_leak(const Watched& watched, const std::string& left_over) {
  const json& report = watched.report;
  EXPECT_EQ(watched.ran.exit_code, 0) << watched.ran.output << watched.ran.errors;
  EXPECT_EQ(report["verdict"]["outcome"], "clean");
  EXPECT_EQ(report["lanes"][0]["frames"], 39);
  EXPECT_EQ(report["anomalies"], json::array());
  std::set<std::string> labels;
  for (const json& site : report["sites"])
    labels.insert(site["label"].get<std::string>());
  EXPECT_EQ(fmt::format("{}", fmt::join(labels, ", ")), left_over);
}

void expect_small_difference(const std::string& leaking, const std::string& fixed) {
  const std::string difference = run_shell("diff '" + leaking + "' '" + fixed + "'").output;
  std::map<char, int> lines;
  std::istringstream text(difference);
  for (std::string line; std::getline(text, line);)
    ++lines[line.front()];
  EXPECT_GE(lines['<'] + lines['>'], 1) << leaking;
  EXPECT_LE(std::max(lines['<'], lines['>']), 5) << difference;
}

}  // namespace tensorleak::end_to_end
