#include "reports/views/last_use_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/views/example_findings.hpp"
#include "reports/views/text_notes.hpp"

namespace tensorleak::views {
namespace {

using namespace analysis;  // NOLINT(google-build-using-namespace)
using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t kMiB = 1 << 20;

TEST(IdleAtPeakInWords, NamesTheSiteWithMostOfIt) {
  const Findings findings = with_idle(4 * kMiB, 12 * kMiB);
  EXPECT_THAT(
      notes(findings, {}),
      HasSubstr("peak: of 12 MiB, 4 MiB (33 %) was not read again; most of it: relu float32 "
                "[1,64,64,3] at sketch.js:12, disposed 14 frames after its last use on "
                "average\n"));
}

TEST(IdleAtPeakInWords, AreNotSaidOfLittle) {
  EXPECT_EQ(idle_at_peak(with_idle(999'999, 2'000'000)), "");
  EXPECT_NE(idle_at_peak(with_idle(1'000'000, 2'000'000)), "");
  EXPECT_EQ(idle_at_peak(with_idle(44'000'000, 1'000'000'000)), "");
  EXPECT_NE(idle_at_peak(with_idle(50'000'000, 1'000'000'000)), "");
  EXPECT_EQ(idle_at_peak(clean_example()), "");
}

TEST(IdleAtPeakInWords, LeaveToALeakWhatWasNeverDisposed) {
  Findings findings = with_idle(4 * kMiB, 12 * kMiB);
  findings.last_use->undisposed_bytes = findings.last_use->idle_sites[0].undisposed_bytes =
      4 * kMiB;
  EXPECT_THAT(idle_at_peak(findings), HasSubstr("sketch.js:12, never disposed"));
  findings.verdict.outcome = Outcome::kLeak;
  EXPECT_EQ(idle_at_peak(findings), "");
}

TEST(IdleAtPeakInWords, OfALeakNameASiteThatDisposes) {
  Findings findings = with_idle(4 * kMiB, 12 * kMiB);
  IdleSite leaking = idle_relu(6 * kMiB);
  leaking.made.op = "leak";
  leaking.undisposed_bytes = leaking.idle_bytes;
  findings.last_use->idle_sites.insert(findings.last_use->idle_sites.begin(), leaking);
  findings.last_use->idle_bytes = 10 * kMiB;
  findings.last_use->undisposed_bytes = 6 * kMiB;
  findings.verdict.outcome = Outcome::kLeak;
  EXPECT_THAT(idle_at_peak(findings),
              HasSubstr("4 MiB (33 %) was not read again; most of it: relu"));
}

TEST(DragInWords, IsInTheUnitThatSaysSomething) {
  IdleSite site = idle_relu(8);
  site.lifetimes.drag_frames = 0;
  EXPECT_EQ(drag_in_words(site), "disposed after its last use, within the frame");
  site.lifetimes.drag_time = 31'000'000;
  EXPECT_EQ(drag_in_words(site), "disposed 3.1 ms after its last use on average");
  site.lifetimes.drag_frames = 11;
  EXPECT_EQ(drag_in_words(site), "disposed 1 frame after its last use on average");
  site.lifetimes.never_read = site.lifetimes.disposed;
  EXPECT_EQ(drag_in_words(site), "never read, disposed 1 frame after it was made on average");
}

TEST(LastReadInWords, TellsSetupFramesAndTheTailApart) {
  Evidence evidence;
  EXPECT_EQ(last_read_in_words(evidence), "");
  evidence.min_idle = 888;
  evidence.last_read_frame = 12;
  EXPECT_EQ(last_read_in_words(evidence), "in frame 12");
  evidence.last_read_frame = 0;
  EXPECT_EQ(last_read_in_words(evidence), "before the first frame");
  evidence = {.min_idle = 0, .last_read_frame = 900};
  EXPECT_EQ(last_read_in_words(evidence), "after the last mark");
}

TEST(PoolInWords, SaysHowMuchAFrameMakesAnewAndWhereMostOfIt) {
  EXPECT_THAT(notes(with_pool(4 * kMiB), {}),
              HasSubstr("pool: 4 MiB per frame is made and disposed anew; most of it: relu float32 "
                        "[1,64,64,3] at sketch.js:12\n"));
}

TEST(PoolInWords, IsNotSaidOfLittleNorBesideALeak) {
  EXPECT_EQ(poolable(with_pool(999'996)), "");
  EXPECT_NE(poolable(with_pool(1'000'000)), "");
  Findings leaking = with_pool(4 * kMiB);
  leaking.verdict.outcome = Outcome::kLeak;
  EXPECT_EQ(poolable(leaking), "");
  EXPECT_EQ(poolable(clean_example()), "");
}

}  // namespace
}  // namespace tensorleak::views
