#include "tests/recordings.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "libtrack/trace/test_files.hpp"
#include "reports/views/schema_check.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {

using nlohmann::json;

std::optional<std::filesystem::path> shared_folder() {
  const char* const given = std::getenv("TENSORLEAK_SHARED");
  const std::filesystem::path folder =
      given != nullptr ? std::filesystem::path(given)
                       : std::filesystem::path(TENSORLEAK_SOURCE_DIR).parent_path() / "shared";
  if (!std::filesystem::is_directory(folder / "recorded")) return std::nullopt;
  return folder;
}

json report_on(const std::filesystem::path& recording) {
  const Ran ran = run_tool({"report", recording, "--format", "json"});
  EXPECT_EQ(ran.errors, "");
  EXPECT_EQ(views::schema_violation(ran.output, TENSORLEAK_SOURCE_DIR "/docs/report.schema.json"),
            "");
  json report = json::parse(ran.output);
  EXPECT_EQ(ran.exit_code, report["exit"]);
  EXPECT_EQ(ran.exit_code, report["verdict"]["outcome"] == "leak" ? 1 : 0);
  return report;
}

std::filesystem::path without_marks(const std::filesystem::path& recording,
                                    const std::filesystem::path& into) {
  const trace::testing::Drained log = trace::testing::drain(recording);
  EXPECT_EQ(log.error, "");
  std::istringstream lines(log.bytes);
  const std::filesystem::path path = into / "without-marks.jsonl";
  std::ofstream out(path);
  std::size_t marks = 0;
  for (std::string line; std::getline(lines, line);) {
    if (json::parse(line)["e"] == "frame") {
      ++marks;
    } else {
      out << line << '\n';
    }
  }
  EXPECT_GT(marks, 0u) << "nothing was removed from " << recording;
  return path;
}

void expect_found_frames(const json& report) {
  EXPECT_EQ(report["frames"]["source"], "found");
  EXPECT_GT(report["frames"]["confidence_percent"], 0);
}

std::vector<json> sites_labelled(const json& report, const std::string& label) {
  std::vector<json> sites;
  for (const json& site : report["sites"]) {
    if (site["label"] == label) sites.push_back(site);
  }
  return sites;
}

std::vector<json> leaking_sites(const json& report) {
  std::vector<json> sites;
  for (const json& site : report["sites"]) {
    if (site["label"].get<std::string>().starts_with("LEAK")) sites.push_back(site);
  }
  return sites;
}

std::uint64_t alive_as(const json& report, const std::string& label) {
  std::uint64_t alive = 0;
  for (const json& site : sites_labelled(report, label))
    alive += site["alive"].get<std::uint64_t>();
  return alive;
}

json exactly(std::int64_t numerator, std::int64_t denominator) {
  return {{"numerator", numerator}, {"denominator", denominator}, {"exact", true}};
}

void expect_counters_agree(const json& report, std::uint64_t frames) {
  EXPECT_EQ(report["lanes"][0]["frames"], frames);
  EXPECT_EQ(report["counters"]["checked"], frames);
  EXPECT_EQ(report["counters"]["agreed"], frames) << report["counters"]["differences"];
}

void expect_alive_at_marks(const json& report, std::uint64_t first, std::uint64_t last) {
  const json& population = report["lanes"][0]["population"];
  ASSERT_FALSE(population.empty());
  EXPECT_EQ(population.front()["mark"], 0);
  EXPECT_EQ(population.front()["tensors"], first);
  EXPECT_EQ(population.back()["tensors"], last);
  EXPECT_EQ(report["totals"]["alive_tensors"], last);
}

}  // namespace tensorleak::end_to_end
