#include "cli/workloads/browser/page_script.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "libtrack/trace/test_files.hpp"

namespace tensorleak::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::filesystem::path kAdapter = TENSORLEAK_SOURCE_DIR "/adapters/tfjs";

void expect_every_file_once(const std::string& script, const std::string& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(kAdapter / folder)) {
    if (entry.path().extension() != ".cjs") continue;
    const std::string name = folder + "/" + entry.path().filename().string();
    const std::string head = "\"" + name + "\": function (module, exports, require)";
    EXPECT_THAT(script, HasSubstr(head));
    EXPECT_EQ(script.find(head), script.rfind(head)) << name;
  }
}

TEST(PageScript, HoldsEveryFileOfTheAgentOnce) {
  const auto script = page_script(kAdapter, {.stacks = "all", .frames = 7});
  ASSERT_TRUE(script) << script.error().text();
  expect_every_file_once(*script, "agent");
  expect_every_file_once(*script, "page");
  EXPECT_THAT(*script, Not(HasSubstr("\"panel/")));
  EXPECT_THAT(*script, HasSubstr(R"({"frames":7,"own":"tensorleak:","stacks":"all"})"));
  EXPECT_THAT(*script, EndsWith("//# sourceURL=tensorleak:agent.js\n"));
}

TEST(PageScript, IsTheSameEachTime) {
  EXPECT_EQ(*page_script(kAdapter, {}), *page_script(kAdapter, {}));
  EXPECT_EQ(*panel_script(kAdapter, "1.2.3"), *panel_script(kAdapter, "1.2.3"));
}

TEST(PageScript, WithAPanelIsAFileOfItsOwn) {
  const auto script = panel_script(kAdapter, "1.2.3");
  ASSERT_TRUE(script) << script.error().text();
  for (const char* const folder : {"agent", "page", "panel"})
    expect_every_file_once(*script, folder);
  EXPECT_THAT(*script, StartsWith("// tensorleak 1.2.3: "));
  EXPECT_THAT(*script, EndsWith("//# sourceURL=tensorleak:panel.js\n"));
}

// A page in another encoding than UTF-8 would read other words.
TEST(PageScript, WithAPanelIsAscii) {
  const auto script = panel_script(kAdapter, "1.2.3");
  ASSERT_TRUE(script) << script.error().text();
  EXPECT_TRUE(std::ranges::all_of(*script, [](char c) { return static_cast<signed char>(c) > 0; }));
  EXPECT_THAT(*script, HasSubstr(R"(\u00b7)"));
}

// Pages may forbid it, and a page's markup ends a script that stands in it.
TEST(PageScript, WithAPanelNeitherEvaluatesTextNorEndsAnElement) {
  const auto script = panel_script(kAdapter, "1.2.3");
  ASSERT_TRUE(script) << script.error().text();
  for (const char* const word :
       {"eval(", "new Function", "innerHTML", "fetch(", "</script", "<!--"})
    EXPECT_THAT(*script, Not(HasSubstr(word))) << word;
}

TEST(PageScript, AsksForAnAdapterThatIsNotThere) {
  const trace::testing::TempFolder folder;
  const auto script = page_script(folder.path(""), {});
  ASSERT_FALSE(script);
  EXPECT_THAT(script.error().text(), HasSubstr("name its folder in TENSORLEAK_TFJS"));
  EXPECT_FALSE(panel_script(folder.path(""), "1.2.3"));
}

}  // namespace
}  // namespace tensorleak::cli
