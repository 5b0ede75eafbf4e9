// `tensorleak panel`: the script that people put into a page.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libtrack/trace/test_files.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using trace::testing::TempFolder;

const Setting kFromSource{{"TENSORLEAK_TFJS=" TENSORLEAK_SOURCE_DIR "/adapters/tfjs"}};

TEST(Panel, IsPrinted) {
  const Ran ran = run_tool({"panel"}, kFromSource);
  EXPECT_EQ(ran.exit_code, 0) << ran.errors;
  EXPECT_THAT(ran.output, StartsWith("// tensorleak "));
}

TEST(Panel, GoesIntoAFileAndReplacesWhatIsThere) {
  const TempFolder folder;
  const std::string file = folder.path("tensorleak.js");
  for (int time = 0; time < 2; ++time) {
    const Ran ran = run_tool({"panel", "-o", file}, kFromSource);
    EXPECT_EQ(ran.exit_code, 0) << ran.errors;
    EXPECT_EQ(ran.output, "");
    EXPECT_EQ(content(file), run_tool({"panel"}, kFromSource).output);
  }
}

TEST(Panel, ThatCannotBeWrittenIsAnError) {
  const TempFolder folder;
  const Ran ran = run_tool({"panel", "-o", folder.path("none/tensorleak.js")}, kFromSource);
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.errors, HasSubstr("none/tensorleak.js: the script cannot be written: "));
}

TEST(Panel, WithoutTheAdapterSaysWhatIsMissing) {
  const TempFolder folder;
  const Ran ran = run_tool({"panel"}, Setting{{"TENSORLEAK_TFJS=" + folder.path("")}});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.errors, HasSubstr("the adapter for TensorFlow.js is not installed here"));
}

}  // namespace
}  // namespace tensorleak::end_to_end
