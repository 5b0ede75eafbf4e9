#include "cli/workloads/browser/page_script.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "libtrack/trace/test_files.hpp"

namespace tensorleak::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

const std::filesystem::path kAdapter = TENSORLEAK_SOURCE_DIR "/adapters/tfjs";

TEST(PageScript, HoldsEveryFileOfTheAgentOnce) {
  const auto script = page_script(kAdapter, {.stacks = "all", .frames = 7});
  ASSERT_TRUE(script) << script.error().text();
  for (const char* const folder : {"agent", "page"}) {
    for (const auto& entry : std::filesystem::directory_iterator(kAdapter / folder)) {
      const std::string name = std::string(folder) + "/" + entry.path().filename().string();
      const std::string head = "\"" + name + "\": function (module, exports, require)";
      EXPECT_THAT(*script, HasSubstr(head));
      EXPECT_EQ(script->find(head), script->rfind(head)) << name;
    }
  }
  EXPECT_THAT(*script, HasSubstr(R"({"frames":7,"own":"tensorleak:","stacks":"all"})"));
  EXPECT_THAT(*script, EndsWith("//# sourceURL=tensorleak:agent.js\n"));
}

TEST(PageScript, IsTheSameEachTime) {
  EXPECT_EQ(*page_script(kAdapter, {}), *page_script(kAdapter, {}));
}

TEST(PageScript, AsksForAnAdapterThatIsNotThere) {
  const trace::testing::TempFolder folder;
  const auto script = page_script(folder.path(""), {});
  ASSERT_FALSE(script);
  EXPECT_THAT(script.error().text(), HasSubstr("name its folder in TENSORLEAK_TFJS"));
}

}  // namespace
}  // namespace tensorleak::cli
