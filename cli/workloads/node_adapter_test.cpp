#include "cli/workloads/node_adapter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "libtrack/trace/test_files.hpp"

namespace tensorleak::cli {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using trace::testing::TempFolder;

class NodeAdapter : public testing::Test {
 protected:
  NodeAdapter() {
    std::filesystem::create_directories(folder_.path("my tools/node"));
    folder_.write("my tools/node/register.cjs", "");
    ::setenv("TENSORLEAK_TFJS", folder_.path("my tools").c_str(), 1);
    ::unsetenv("NODE_OPTIONS");
  }
  ~NodeAdapter() override {
    ::unsetenv("TENSORLEAK_TFJS");
    ::unsetenv("NODE_OPTIONS");
  }

  TempFolder folder_;
};

TEST_F(NodeAdapter, IsLoadedFromAPathWithSpaces) {
  EXPECT_THAT(
      node_environment("/out"),
      Contains("NODE_OPTIONS=--require \"" + folder_.path("my tools/node/register.cjs") + "\""));
}

TEST_F(NodeAdapter, LeavesTheUsersOwnOptionsInFront) {
  ::setenv("NODE_OPTIONS", "--max-old-space-size=4096", 1);
  EXPECT_THAT(node_environment("/out"),
              Contains(StartsWith("NODE_OPTIONS=--max-old-space-size=4096 --require ")));
}

TEST_F(NodeAdapter, NamesTheAddonWhereThereIsOneAndTheLogAlways) {
  const std::string log = "TENSORLEAK_TFJS_LOG=/out/trace.%p.%t.jsonl";
  EXPECT_THAT(node_environment("/out"), Contains(log));
  EXPECT_THAT(node_environment("/out"), Not(Contains(HasSubstr("ADDON"))));
  std::filesystem::create_directories(folder_.path("my tools/addon"));
  const std::string addon = folder_.write("my tools/addon/tensorleak.node", "");
  EXPECT_THAT(node_environment("/out"), Contains("TENSORLEAK_TFJS_ADDON=" + addon));
  EXPECT_THAT(node_environment("/out"), Contains(log));
}

TEST_F(NodeAdapter, IsAskedForHoldersOnlyWhereThatIsWanted) {
  EXPECT_THAT(holder_environment(true), ElementsAre("TENSORLEAK_WHO=1"));
  EXPECT_THAT(holder_environment(false), IsEmpty());
}

TEST_F(NodeAdapter, ThatIsNotInstalledChangesNothing) {
  ::setenv("TENSORLEAK_TFJS", folder_.path("nowhere").c_str(), 1);
  EXPECT_THAT(node_environment("/out"), IsEmpty());
  EXPECT_FALSE(node_preload());
}

TEST(NodeOptions, AreQuotedAsNodeReadsThem) {
  EXPECT_EQ(quoted_for_node("/a/b.cjs"), "/a/b.cjs");
  EXPECT_EQ(quoted_for_node("/a b/c\"d\\e"), R"("/a b/c\"d\\e")");
}

TEST(StackEnvironment, IsTheChoiceOrTheUsersOwn) {
  EXPECT_THAT(stack_environment(std::nullopt), IsEmpty());
  EXPECT_THAT(stack_environment(StackChoice::kAll), ElementsAre("TENSORLEAK_STACKS=all"));
  EXPECT_THAT(stack_environment(StackChoice::kNone), Contains("TENSORLEAK_CAPTURE=none"));
}

}  // namespace
}  // namespace tensorleak::cli
