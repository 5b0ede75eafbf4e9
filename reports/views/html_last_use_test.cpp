#include "reports/views/html_last_use.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/views/example_findings.hpp"

namespace tensorleak::views {
namespace {

using analysis::Findings;
using analysis::Outcome;
using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t kMiB = 1 << 20;

std::string section_of(const Findings& findings) {
  return last_use_section(findings).source();
}

TEST(LastUseSection, IsLeftOutWhereThereIsNothingToSave) {
  EXPECT_TRUE(last_use_section(clean_example()).empty());
  EXPECT_TRUE(last_use_section(with_idle(1'000, 12 * kMiB)).empty());
}

TEST(LastUseSection, SaysWhatEarlierDisposalSavesAndWhere) {
  const std::string section = section_of(with_idle(4 * kMiB, 12 * kMiB));
  EXPECT_THAT(section, HasSubstr("At the peak of 12 MiB in frame 7, 4 MiB was held that nothing"));
  EXPECT_THAT(section, HasSubstr("relu float32 [1,64,64,3]"));
  EXPECT_THAT(section, HasSubstr("sketch.js:12"));
  EXPECT_THAT(section, HasSubstr("<td>disposed 14 frames after its last use on average</td>"));
  EXPECT_THAT(section, Not(HasSubstr("Candidates for a pool")));
}

TEST(LastUseSection, SaysWhereThePeakIsInSetup) {
  Findings findings = with_idle(4 * kMiB, 12 * kMiB);
  findings.last_use->peak_frame = 0;
  EXPECT_THAT(section_of(findings), HasSubstr("At the peak of 12 MiB in setup"));
}

TEST(LastUseSection, LeavesToALeakWhatWasNeverDisposed) {
  Findings findings = with_idle(4 * kMiB, 12 * kMiB);
  findings.last_use->undisposed_bytes = 4 * kMiB;
  findings.verdict.outcome = Outcome::kLeak;
  EXPECT_TRUE(last_use_section(findings).empty());
}

TEST(LastUseSection, GivesCandidatesForAPoolPerFrame) {
  const std::string section = section_of(with_pool(4 * kMiB));
  EXPECT_THAT(section, HasSubstr("<td class=\"number\">2</td><td class=\"number\">3 MiB</td>"));
  EXPECT_THAT(section, HasSubstr("<td class=\"number\">1</td><td class=\"number\">1 MiB</td>"));
  EXPECT_THAT(section, Not(HasSubstr("Idle at the peak")));
}

TEST(LastUseSection, TakesACandidateThatMadeNothing) {
  Findings findings = with_pool(4 * kMiB);
  findings.last_use->poolable[0].frames = findings.last_use->poolable[0].tensors = 0;
  EXPECT_THAT(section_of(findings), HasSubstr("<td class=\"number\">0</td>"));
}

TEST(LastUseSection, ShowsNamesAsText) {
  Findings findings = with_idle(4 * kMiB, 12 * kMiB);
  findings.last_use->idle_sites[0].made.op = "<script>";
  findings.last_use->idle_sites[0].made.user_frame->file = "<b>\x1b";
  const std::string section = section_of(findings);
  EXPECT_THAT(section, HasSubstr("&lt;script&gt;"));
  EXPECT_THAT(section, Not(HasSubstr("<b>")));
  EXPECT_THAT(section, Not(HasSubstr("\x1b")));
}

TEST(LastUseSection, TakesASiteWithoutAPlace) {
  Findings findings = with_idle(4 * kMiB, 12 * kMiB);
  findings.last_use->idle_sites[0].made.user_frame.reset();
  EXPECT_THAT(section_of(findings), HasSubstr("[1,64,64,3]</span></td><td></td>"));
}

}  // namespace
}  // namespace tensorleak::views
