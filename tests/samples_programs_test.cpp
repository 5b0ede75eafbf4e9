// The programs of samples/ under `tensorleak run`: each verdict, rate, line and exit code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sample_checks.hpp"

namespace tensorleak::end_to_end {
namespace {

using ::testing::HasSubstr;

constexpr const char* kMark = "// leaks";

std::string source(const std::string& name, const char* version) {
  return kSamples + "programs/" + name + "." + version + ".cpp";
}

class SamplePrograms : public testing::TestWithParam<Sample> {
 protected:
  static std::string program(const char* version) {
    return SAMPLES_FOLDER "/" + GetParam().name + "." + version;
  }
};

TEST_P(SamplePrograms, LeakAtTheMarkedLineByAnExactRate) {
  const Sample& sample = GetParam();
  expect_the_leak(watch({"--", program("leaking")}), sample, sample.program.function,
                  source(sample.name, "leaking"), kMark);
}

TEST_P(SamplePrograms, AreCleanWhenFixed) {
  expect_no_leak(watch({"--", program("fixed")}), GetParam().program.left_over);
}

TEST_P(SamplePrograms, DifferByTheFixAlone) {
  expect_small_difference(source(GetParam().name, "leaking"), source(GetParam().name, "fixed"));
}

TEST_P(SamplePrograms, BehaveAsWithoutBeingWatched) {
  for (const char* const version : {"leaking", "fixed"}) {
    const Ran alone = run_shell("'" + program(version) + "'", {{"ASAN_OPTIONS=detect_leaks=0"}});
    const Ran watched = watch({"--", program(version)}).ran;
    EXPECT_EQ(alone.exit_code, version == std::string("fixed") ? 0 : GetParam().exit_code);
    EXPECT_TRUE(watched.output.starts_with(alone.output)) << watched.output;
    EXPECT_TRUE(watched.errors.starts_with(alone.errors)) << watched.errors;
  }
}

TEST_P(SamplePrograms, SayFirstWhatTheReadmeTells) {
  const std::string output = watch({"--", program("leaking")}).ran.output;
  const std::string answer = first_line(output.substr(output.find("LEAK  ")));
  EXPECT_THAT(content(kSamples + "README.md"), HasSubstr("`" + answer + "`"));
}

INSTANTIATE_TEST_SUITE_P(All, SamplePrograms, testing::ValuesIn(all_samples()),
                         [](const auto& sample) { return sample.param.name; });

TEST(SampleProgram, ThatRunsOutOfMemoryFailsAndLeaks) {
  const auto [ran, report] = watch({"--", SAMPLES_FOLDER "/memory_runs_out.leaking"});
  EXPECT_THAT(ran.errors, HasSubstr("frame 27: memory runs out, the clip is lost\n"));
  EXPECT_EQ(report["applies"], nlohmann::json({1, 4}));
}

#ifdef VIDEO_PROGRAM
TEST(VideoSample, LosesOneTemporaryInEachFrameOfTheClip) {
  const auto [ran, report] = watch({"--", VIDEO_PROGRAM, kSamples + "video/clip.mp4"});
  EXPECT_EQ(ran.exit_code, 1) << ran.errors;
  EXPECT_EQ(report["lanes"][0]["frames"], 79);
  EXPECT_EQ(report["verdict"]["tensors_per_frame"], rate(1, 1));
  EXPECT_EQ(report["verdict"]["bytes_per_frame"], rate(57600, 1));
  const auto& site = report["sites"][0];
  EXPECT_EQ(site["label"], "LEAK, growing");
  EXPECT_EQ(site["op"], "resize_bilinear");
  EXPECT_EQ(site["evidence"]["lost"], 80);
  const auto marked = marked_lines(kSamples + "video/motion.cpp", kMark);
  EXPECT_EQ(site["user_frame"]["line"], marked.begin()->first);
  EXPECT_EQ(site["user_frame"]["callback"], "(lambda)");
}

TEST(VideoSample, IsCleanWhenToldNotToLeak) {
  const auto [ran, report] = watch({"--", VIDEO_PROGRAM, "--fixed", kSamples + "video/clip.mp4"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("second 3: motion "));
  EXPECT_EQ(report["verdict"]["outcome"], "clean");
}

TEST(VideoSample, SaysWhatIsWrongWithItsFile) {
  const Ran ran = watch({"--", VIDEO_PROGRAM, "no-such.mp4"}).ran;
  EXPECT_EQ(ran.exit_code, 4);
  EXPECT_THAT(ran.errors, HasSubstr("no-such.mp4"));
}
#endif

}  // namespace
}  // namespace tensorleak::end_to_end
