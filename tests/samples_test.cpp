// The sample programs under `tensorleak run`: each verdict, rate, line and exit code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "libtrack/trace/test_files.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using trace::testing::TempFolder;

const std::string kSources = TENSORLEAK_SOURCE_DIR "/samples/";

/// What is known of a leaking sample.
struct Sample {
  std::string name;
  std::uint64_t sites = 0;
  std::int64_t tensors = 0;  ///< in each frame, of all sites
  std::int64_t bytes = 0;
  std::string dtype;
  std::vector<std::uint64_t> shape;
  std::string function;
  std::string proof;  ///< in the first site's evidence
};

const Sample kSamples[] = {
    {"create_and_dispose", 1, 1, 602112, "int32", {224, 224, 3}, "brightness_of", "lost"},
    {"tidy_returning_one", 1, 1, 256, "float32", {1, 64}, "activations_of", "lost"},
    {"temporaries_in_a_loop", 2, 8, 10240, "float32", {32, 10}, "loss_of", "lost"},
    {"variable_and_assign", 1, 1, 10240, "float32", {256, 10}, "main", "variables"},
    {"pool_per_frame", 1, 1, 76800, "float32", {120, 160}, "next_canvas", "unscoped"}};

void PrintTo(const Sample& sample, std::ostream* out) {  // NOLINT: GoogleTest names it
  *out << sample.name;
}

/// The number of the one line that carries the comment "// leaks".
std::uint64_t leaking_line(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  std::uint64_t found = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.ends_with("// leaks")) found = number;
  }
  return found;
}

struct Watched {
  Ran ran;
  nlohmann::json report;
};

Watched watch(const std::vector<std::string>& program) {
  const TempFolder folder;
  std::vector<std::string> arguments = {"run", "-o", folder.path("out"), "--"};
  arguments.insert(arguments.end(), program.begin(), program.end());
  // The samples leak on purpose.
  Ran ran = run_tool(arguments, {{"ASAN_OPTIONS=detect_leaks=0"}});
  return {std::move(ran), nlohmann::json::parse(content(folder.path("out/report.json")))};
}

nlohmann::json every_frame(std::int64_t amount) {
  return {{"numerator", amount}, {"denominator", 1}, {"exact", true}};
}

class Samples : public testing::TestWithParam<Sample> {
 protected:
  static std::string program(const char* version) {
    return SAMPLES_FOLDER "/" + GetParam().name + "." + version;
  }
};

TEST_P(Samples, LeakAtTheMarkedLineByAnExactRate) {
  const Sample& sample = GetParam();
  const auto [ran, report] = watch({program("leaking")});
  EXPECT_EQ(ran.exit_code, 1) << ran.errors;
  EXPECT_EQ(report["verdict"]["tensors_per_frame"], every_frame(sample.tensors));
  EXPECT_EQ(report["verdict"]["bytes_per_frame"], every_frame(sample.bytes));
  EXPECT_EQ(report["verdict"]["leaking_sites"], sample.sites);
  const std::string source = kSources + "programs/" + sample.name + ".leaking.cpp";
  for (std::size_t i = 0; i < sample.sites; ++i) {
    const auto& site = report["sites"][i];
    EXPECT_EQ(site["label"], "LEAK, growing");
    EXPECT_EQ(site["dtype"], sample.dtype);
    EXPECT_EQ(site["shapes"][0]["shape"], sample.shape);
    EXPECT_EQ(site["user_frame"]["file"], source);
    EXPECT_EQ(site["user_frame"]["line"], leaking_line(source));
    EXPECT_EQ(site["user_frame"]["function"], sample.function);
    EXPECT_THAT(site["user_frame"]["source"].get<std::string>(), EndsWith("// leaks"));
    EXPECT_GT(site["evidence"][sample.proof], 0);
  }
}

TEST_P(Samples, LeakNothingElse) {
  const auto report = watch({program("leaking")}).report;
  for (std::size_t i = GetParam().sites; i < report["sites"].size(); ++i) {
    EXPECT_EQ(report["sites"][i]["label"], "retained") << report["sites"][i];
  }
}

TEST_P(Samples, AreCleanWhenFixed) {
  const auto [ran, report] = watch({program("fixed")});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_EQ(report["verdict"]["outcome"], "clean");
  EXPECT_EQ(report["lanes"][0]["frames"], 39);
  EXPECT_EQ(report["anomalies"], nlohmann::json::array());
}

TEST_P(Samples, BehaveAsWithoutBeingWatched) {
  for (const char* const version : {"leaking", "fixed"}) {
    const Ran alone = run_shell("'" + program(version) + "'", {{"ASAN_OPTIONS=detect_leaks=0"}});
    const Ran watched = watch({program(version)}).ran;
    EXPECT_EQ(alone.exit_code, 0);
    EXPECT_TRUE(watched.output.starts_with(alone.output)) << watched.output;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Samples, testing::ValuesIn(kSamples),
                         [](const auto& sample) { return sample.param.name; });

#ifdef VIDEO_PROGRAM
TEST(VideoSample, LosesOneTemporaryInEachFrameOfTheClip) {
  const auto [ran, report] = watch({VIDEO_PROGRAM, kSources + "video/clip.mp4"});
  EXPECT_EQ(ran.exit_code, 1) << ran.errors;
  EXPECT_EQ(report["lanes"][0]["frames"], 79);
  EXPECT_EQ(report["verdict"]["tensors_per_frame"], every_frame(1));
  EXPECT_EQ(report["verdict"]["bytes_per_frame"], every_frame(57600));
  const auto& site = report["sites"][0];
  EXPECT_EQ(site["label"], "LEAK, growing");
  EXPECT_EQ(site["op"], "resize_bilinear");
  EXPECT_EQ(site["evidence"]["lost"], 80);
  EXPECT_EQ(site["user_frame"]["line"], leaking_line(kSources + "video/motion.cpp"));
  EXPECT_EQ(site["user_frame"]["callback"], "(lambda)");
}

TEST(VideoSample, IsCleanWhenToldNotToLeak) {
  const auto [ran, report] = watch({VIDEO_PROGRAM, "--fixed", kSources + "video/clip.mp4"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("second 3: motion "));
  EXPECT_EQ(report["verdict"]["outcome"], "clean");
}

TEST(VideoSample, SaysWhatIsWrongWithItsFile) {
  const Ran ran = watch({VIDEO_PROGRAM, "no-such.mp4"}).ran;
  EXPECT_EQ(ran.exit_code, 4);
  EXPECT_THAT(ran.errors, HasSubstr("no-such.mp4"));
}
#endif

}  // namespace
}  // namespace tensorleak::end_to_end
