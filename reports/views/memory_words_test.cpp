#include "reports/views/memory_words.hpp"

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

TEST(ExplainedGrowth, SaysWhatTensorsExplainAndWhatIsLeft) {
  EXPECT_EQ(explained_growth(with_growth(40)),
            "memory: RSS grew 40 MiB over 320 frames; tensors explain 40 MiB (100 %)");
  EXPECT_THAT(
      notes(with_growth(30), {}),
      HasSubstr("memory: RSS grew 40 MiB over 320 frames; tensors explain 30 MiB (75 %), 10 "
                "MiB is outside tensors\n"));
}

TEST(ExplainedGrowth, SaysThatTheGrowthIsNotInTensors) {
  EXPECT_EQ(
      explained_growth(with_growth(0)),
      "memory: RSS grows by about 128 KiB per frame outside tensors (40 MiB over 320 frames); "
      "what grows is not in tensors");
}

TEST(ExplainedGrowth, NamesAResourceThatGrowsAndCountersThatStandStill) {
  Findings findings = with_growth(0);
  findings.memory->runtime_tensors = Measured{6, 6, false, {}};
  findings.memory->runtime_bytes = Measured{2048, 2048, false, {}};
  findings.resources = {{"textures", Label::kLeakBelow, {1, 1, true}, 1, 321, ""},
                        {"programs", Label::kRetained, {}, 4, 4, ""}};
  EXPECT_THAT(explained_growth(findings),
              HasSubstr("not in tensors; growing too: textures, by 1 per frame; the runtime itself "
                        "counts 6 tensors, 2,048 B from first to last"));
  findings.memory->runtime_tensors->last = 7;
  EXPECT_THAT(explained_growth(findings), Not(HasSubstr("the runtime")));
}

TEST(ExplainedGrowth, IsNotSaidWhereThereIsNone) {
  EXPECT_EQ(explained_growth(clean_example()), "");
  Findings findings = with_growth(0);
  findings.memory->explained_percent.reset();
  EXPECT_EQ(explained_growth(findings), "");
}

TEST(ExplainedGrowth, ThatIsUndecidedIsSizedBesideALeakOnly) {
  Findings findings = with_growth(0);
  findings.memory->rss->grows = false;
  EXPECT_EQ(explained_growth(findings), "");
  findings.verdict.outcome = Outcome::kLeak;
  EXPECT_EQ(explained_growth(findings),
            "memory: RSS grew 40 MiB over 320 frames; tensors explain 0 B (0 %), 40 MiB is outside "
            "tensors");
}

}  // namespace
}  // namespace tensorleak::views
