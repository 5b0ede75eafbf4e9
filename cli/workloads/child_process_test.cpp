#include "cli/workloads/child_process.hpp"

#include <gmock/gmock.h>

#include <csignal>

namespace tensorleak::cli {
namespace {

using ::testing::HasSubstr;

TEST(ChildProcess, GivesTheExitCodeOfTheProgram) {
  const auto end = run_child({"sh", "-c", "exit 7"}, {});
  ASSERT_TRUE(end);
  EXPECT_EQ(end->exit_code, 7);
  EXPECT_EQ(end->signal, 0);
  EXPECT_TRUE(end->failed());
}

TEST(ChildProcess, TellsASignalFromAnExitCode) {
  const auto end = run_child({"sh", "-c", "kill -SEGV $$"}, {});
  ASSERT_TRUE(end);
  EXPECT_EQ(end->signal, SIGSEGV);
  EXPECT_EQ(end->exit_code, 128 + SIGSEGV);
}

TEST(ChildProcess, AddsToTheEnvironmentAndKeepsTheRest) {
  const auto end = run_child({"sh", "-c", "test \"$TRACK_TEST\" = 'a=b c' && test -n \"$PATH\""},
                             {"TRACK_TEST=a=b c"});
  ASSERT_TRUE(end);
  EXPECT_EQ(end->exit_code, 0);
}

TEST(ChildProcess, AProgramThatIsNotThereIsAnErrorWithACure) {
  const auto end = run_child({"no-such-program-anywhere"}, {});
  ASSERT_FALSE(end);
  EXPECT_THAT(end.error().text(), HasSubstr("cannot be started: No such file or directory"));
  EXPECT_FALSE(end.error().cure.empty());
}

TEST(ChildProcess, AnInterruptFromTheTerminalEndsTheChildAlone) {
  const auto end = run_child({"sh", "-c", "kill -INT $PPID; kill -INT $$"}, {});
  ASSERT_TRUE(end);
  EXPECT_EQ(end->signal, SIGINT);
}

TEST(ChildProcess, ATerminationIsPassedOn) {
  const auto end =
      run_child({"sh", "-c", "trap 'exit 9' TERM; kill -TERM $PPID; sleep 5 & wait"}, {});
  ASSERT_TRUE(end);
  EXPECT_EQ(end->exit_code, 9);
}

}  // namespace
}  // namespace tensorleak::cli
