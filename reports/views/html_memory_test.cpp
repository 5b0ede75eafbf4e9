#include "reports/views/html_memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/views/example_findings.hpp"

namespace tensorleak::views {
namespace {

using analysis::Findings;
using analysis::Label;
using analysis::Measured;
using testing::HasSubstr;
using testing::Not;

std::string section_of(const Findings& findings) {
  return memory_section(findings).source();
}

TEST(MemorySection, IsLeftOutWhereNothingWasCounted) {
  EXPECT_TRUE(memory_section(clean_example()).empty());
}

TEST(MemorySection, BeginsWithTheSentenceOfTheTerminal) {
  EXPECT_THAT(section_of(with_growth(30)),
              HasSubstr("<p class=\"explained\">RSS grew 40 MiB over 320 frames; tensors explain "
                        "30 MiB (75 %), 10 MiB is outside tensors</p>"));
  EXPECT_THAT(section_of(with_growth(0)), HasSubstr("what grows is not in tensors"));
}

TEST(MemorySection, HasNoSentenceWhereNothingGrows) {
  Findings findings = with_growth(0);
  findings.memory->explained_percent.reset();
  EXPECT_THAT(section_of(findings), Not(HasSubstr("explained")));
}

TEST(MemorySection, GivesTheFirstValueTheLastAndTheGrowth) {
  const std::string section = section_of(with_growth(0));
  EXPECT_THAT(section,
              HasSubstr("<td>RSS</td><td class=\"number\">70 MiB</td><td class=\"number\">110 "
                        "MiB</td><td class=\"number\">≈ +128 KiB per frame</td>"));
  EXPECT_THAT(section, HasSubstr("<td>Tensors, watched</td><td class=\"number\">4</td>"));
  EXPECT_THAT(section, Not(HasSubstr("GPU")));
}

TEST(MemorySection, PutsAllCountersSideBySide) {
  Findings findings = with_growth(0);
  findings.memory->runtime_tensors = Measured{6, 7, false, {}};
  findings.memory->gpu_bytes = Measured{2048, 2048, false, {}};
  findings.resources = {{"textures", Label::kLeakBelow, {1, 3, true}, 1, 321, ""}};
  const std::string section = section_of(findings);
  EXPECT_THAT(section, HasSubstr("<td>Tensors, as the runtime counts</td>"));
  EXPECT_THAT(section, HasSubstr("<td>GPU memory</td><td class=\"number\">2 KiB</td>"));
  EXPECT_THAT(section, HasSubstr("<td>textures</td><td class=\"number\">1</td>"));
}

TEST(MemorySection, ShowsNamesAsText) {
  Findings findings = with_growth(0);
  findings.resources = {{"<b>textures", Label::kLeakBelow, {1, 1, true}, 1, 321, ""}};
  EXPECT_THAT(section_of(findings), HasSubstr("<td>&lt;b&gt;textures</td>"));
}

}  // namespace
}  // namespace tensorleak::views
