#include "reports/views/frame_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/views/example_findings.hpp"
#include "reports/views/text.hpp"

namespace tensorleak::views {
namespace {

using analysis::Findings;
using analysis::FrameLoop;
using analysis::FrameSource;
using testing::HasSubstr;

Findings found(std::vector<FrameLoop> loops) {
  Findings findings = leaking_example();
  findings.frames = {
      .source = FrameSource::kFound, .loops = std::move(loops), .confidence_percent = 92};
  return findings;
}

FrameLoop loop(const std::string& function, std::uint32_t line) {
  return {.function = function, .file = "app.js", .line = line, .turns = 300};
}

TEST(FrameWords, MarksNeedNone) {
  Findings findings = leaking_example();
  findings.frames.source = FrameSource::kMarks;
  EXPECT_EQ(frames_in_words(findings), "");
}

TEST(FrameWords, AFoundLoopSaysWhereHowManyHowSureAndHowToChooseAnother) {
  EXPECT_EQ(frames_in_words(found({loop("draw", 12)})),
            "frames: found, not marked: 300 turns of the loop at draw, app.js:12; 92 % sure; "
            "--frame-on names another loop");
}

TEST(FrameWords, AFoundLoopSaysWhatElseItsFramesMayBe) {
  FrameLoop sure = loop("draw", 12);
  sure.confidence_percent = 97;
  FrameLoop unsure = loop("tick", 3);
  unsure.confidence_percent = 58;
  unsure.doubt = "another loop fits nearly as well";
  EXPECT_THAT(frames_in_words(found({sure, unsure})),
              HasSubstr("% sure: another loop fits nearly as well; --frame-on names another loop"));
}

TEST(FrameWords, SeveralLoopsAreAsSureAsTheLeastSureOne) {
  const std::string words =
      frames_in_words(found({loop("a", 1), loop("b", 2), loop("c", 3), loop("d", 4)}));
  EXPECT_THAT(words, HasSubstr("at a, app.js:1; 300 turns of the loop at b"));
  EXPECT_THAT(words, HasSubstr("and 1 more loop; at least 92 % sure"));
}

TEST(FrameWords, AChosenPlaceIsNamedAsTheUserNamedIt) {
  Findings findings = found({loop("step", 3)});
  findings.frames.source = FrameSource::kChosen;
  findings.frames.chosen = "step";
  EXPECT_EQ(frames_in_words(findings),
            "frames: as --frame-on step says: 300 turns of the loop at step, app.js:3");
}

TEST(FrameWords, SlicesOfTimeTellGrowthPerSecond) {
  Findings findings = leaking_example();
  findings.frames = {.source = FrameSource::kTime, .slice = 20'000'000};
  findings.verdict.tensors_per_frame = {.amount = 3, .exact = false, .per_second = true};
  findings.verdict.bytes_per_frame = {.amount = 48, .exact = false, .per_second = true};
  findings.verdict.frames_to_limit.reset();
  findings.verdict.time_to_limit = 5'400'000'000'000;
  const std::string answer = text(findings, {});
  EXPECT_THAT(answer, HasSubstr("LEAK  2 sites grow by about 3 tensors, 48 B per second; 4 GiB are "
                                "gone after 1.5 hours\n"));
  EXPECT_THAT(answer, HasSubstr("frames: slices of 20 ms, growth is told per second"));
}

TEST(FrameWords, OnAnAxisEachLaneHasItsOwn) {
  FrameLoop first = loop("draw", 12);
  first.lane = "draw";
  first.confidence_percent = 97;
  FrameLoop second = loop("onMessage", 40);
  second.lane = "onMessage";
  second.confidence_percent = 92;
  const Findings findings = found({first, second});
  EXPECT_EQ(frames_on_axis(findings, {.name = "draw", .frames = 1'300}),
            "frames found at draw, app.js:12: 1,300, 97 % sure");
  EXPECT_EQ(frames_on_axis(findings, {.name = "onMessage", .frames = 300}),
            "frames found at onMessage, app.js:40: 300, 92 % sure");
  EXPECT_EQ(frames_on_axis(findings, {.name = "draw on all threads", .frames = 40}),
            "frames found at draw on all threads: 40, 92 % sure")
      << "the least sure: its loops are several";
}

TEST(FrameWords, OnAnAxisFramesSayWhatMadeThem) {
  Findings findings = leaking_example();
  findings.frames = {.source = FrameSource::kMarks};
  EXPECT_EQ(frames_on_axis(findings, {.frames = 30}), "frames");
  findings.frames = {.source = FrameSource::kChosen, .chosen = "step"};
  EXPECT_EQ(frames_on_axis(findings, {.frames = 30}), "frames as --frame-on step says: 30");
  findings.frames = {.source = FrameSource::kTime, .slice = 20'000'000};
  EXPECT_EQ(frames_on_axis(findings, {.frames = 99}), "slices of 20 ms: 99");
}

TEST(FrameWords, TheTimeThatIsLeftIsToldBesideFrames) {
  Findings findings = leaking_example();
  EXPECT_EQ(time_left(findings), "");
  findings.verdict.time_to_limit = 238'000'000'000;
  EXPECT_EQ(time_left(findings), "limit: 4 GiB are gone in about 4 minutes at this pace");
}

}  // namespace
}  // namespace tensorleak::views
