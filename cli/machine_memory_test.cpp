#include "cli/machine_memory.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "libtrack/trace/test_files.hpp"

namespace tensorleak::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kGibi = std::uint64_t{1} << 30;

/// A machine whose files say what a test wants.
class MachineMemory : public ::testing::Test {
 protected:
  MachineMemory() { write("proc/meminfo", "MemTotal:       16777216 kB\nMemFree:  99 kB\n"); }

  void write(const std::string& name, const std::string& content) {
    const fs::path path = root() / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << content;
  }

  fs::path root() const { return folder_.path("root"); }

 private:
  trace::testing::TempFolder folder_;
};

TEST_F(MachineMemory, IsAllOfItOutsideOfContainers) {
  EXPECT_EQ(machine_memory(root()), 16 * kGibi);
  write("proc/self/cgroup", "0::/user.slice\n");
  write("sys/fs/cgroup/user.slice/memory.max", "max\n");
  EXPECT_EQ(machine_memory(root()), 16 * kGibi);
}

TEST_F(MachineMemory, IsTheLeastLimitOfTheGroupsThatWeAreIn) {
  write("proc/self/cgroup", "0::/pod/container\n");
  write("sys/fs/cgroup/pod/memory.max", "2147483648\n");
  write("sys/fs/cgroup/pod/container/memory.max", "3221225472\n");
  EXPECT_EQ(machine_memory(root()), 2 * kGibi);
}

TEST_F(MachineMemory, IsTheLimitAtTheTopWhereAContainerSeesNoMore) {
  write("proc/self/cgroup", "0::/../only/the/host/knows\n");
  write("sys/fs/cgroup/memory.max", "1073741824\n");
  EXPECT_EQ(machine_memory(root()), kGibi);
}

TEST_F(MachineMemory, IsReadFromGroupsOfVersionOne) {
  write("proc/self/cgroup", "5:cpu,cpuacct:/job\n4:memory:/job\n0::/job\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "536870912\n");
  EXPECT_EQ(machine_memory(root()), kGibi / 2);
}

TEST_F(MachineMemory, OfALimitThatIsNoneIsThatOfTheMachine) {
  write("proc/self/cgroup", "4:memory:/\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(machine_memory(root()), 16 * kGibi);
}

TEST_F(MachineMemory, IsNotKnownWhereTheSystemTellsNothing) {
  EXPECT_EQ(machine_memory(root() / "elsewhere"), std::nullopt);
  write("proc/meminfo", "no numbers\n");
  write("proc/self/cgroup", "\n:\n0:memory\n");
  EXPECT_EQ(machine_memory(root()), std::nullopt);
}

TEST(DefaultMemoryLimit, IsTheVariableWhereItIsSet) {
  ASSERT_EQ(setenv("TENSORLEAK_LIMIT", "512MB", 1), 0);
  EXPECT_EQ(default_memory_limit(1).value(), 512'000'000U);
  ASSERT_EQ(setenv("TENSORLEAK_LIMIT", "much", 1), 0);
  const auto refused = default_memory_limit(1);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().file, "TENSORLEAK_LIMIT");
  EXPECT_EQ(refused.error().what, "expected a size such as 4GiB, 512MB or 1000000, found \"much\"");
  ASSERT_EQ(unsetenv("TENSORLEAK_LIMIT"), 0);
  EXPECT_EQ(default_memory_limit(1).value(), machine_memory().value_or(1));
}

}  // namespace
}  // namespace tensorleak::cli
