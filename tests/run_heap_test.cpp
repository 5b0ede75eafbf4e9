// `tensorleak run --adapter heap -- program`: plain memory of programs that know of no recorder.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "libtrack/trace/test_files.hpp"
#include "tests/run_tool.hpp"

namespace tensorleak::end_to_end {
namespace {

using nlohmann::json;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using trace::testing::TempFolder;

const std::string kProgram = HEAP_PROGRAM;

/// What the recording has of one size: by which functions it was made, and how many went.
struct Blocks {
  std::vector<std::string> made_by;
  std::size_t freed = 0;
};

class RunHeap : public testing::Test {
 protected:
  Ran watch(const std::vector<std::string>& program, std::vector<std::string> options = {}) const {
    std::vector<std::string> arguments = {"run", "-o", folder_.path("out"), "--adapter", "heap"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.emplace_back("--");
    arguments.insert(arguments.end(), program.begin(), program.end());
    return run_tool(arguments, setting_);
  }

  json report() const { return json::parse(content(folder_.path("out/report.json"))); }

  /// The events of the program's recording.
  std::vector<json> events() const {
    std::vector<json> events;
    std::istringstream lines(run_tool({"trace", "dump", folder_.path("out/trace.tltrace")}).output);
    for (std::string line; std::getline(lines, line);)
      events.push_back(json::parse(line));
    return events;
  }

  /// The blocks of the sizes that the program counts.
  std::map<std::uint64_t, Blocks> blocks() const {
    std::map<std::uint64_t, Blocks> blocks;
    std::map<std::uint64_t, std::uint64_t> size_of;
    for (const json& event : events()) {
      if (event["e"] == "alloc" && event["bytes"] >= 100'000) {
        blocks[event["bytes"]].made_by.push_back(event["op"]);
        size_of[event["id"]] = event["bytes"];
      } else if (event["e"] == "free" && size_of.contains(event["id"])) {
        ++blocks[size_of[event["id"]]].freed;
      }
    }
    return blocks;
  }

  bool is_whole() const {
    for (const json& event : events()) {
      if (event["e"] == "dropped") return false;
    }
    return true;
  }

  TempFolder folder_;
  Setting setting_;
};

TEST_F(RunHeap, NamesTheLineWhoseMemoryGrows) {
  const Ran ran = watch({kProgram, "leaks"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.output, StartsWith("LEAK  1 site grows by 1 tensor, 100,000 B per frame"));
  const json site = report()["sites"][0];
  EXPECT_EQ(site["op"], "malloc");
  EXPECT_EQ(site["user_frame"]["function"], "turn");
  EXPECT_EQ(site["called"]["function"], "malloc");
  EXPECT_THAT(site["because"], StartsWith("allocated on every frame and never freed; exact over"));
  EXPECT_THAT(site["fix"], StartsWith("free it after its last use"));
}

TEST_F(RunHeap, FindsNoLeakWhereMemoryIsFreed) {
  const Ran ran = watch({kProgram, "clean"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_TRUE(is_whole());
}

TEST_F(RunHeap, CallsNothingALeakThatIsOnlyAliveAtTheEnd) {
  const Ran ran = watch({kProgram, "nothing"}, {"--verbose"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.output, HasSubstr("who still has plain memory is not known"));
}

TEST_F(RunHeap, FindsNoLeakInOrdinaryPrograms) {
  for (const std::vector<std::string>& program : {std::vector<std::string>{"ls", "/"},
                                                  {"sort", "/etc/passwd"},
                                                  {"python3", "-c", "print(1)"},
                                                  {"sh", "-c", "ls /; cat /etc/passwd"}}) {
    const Ran ran = watch(program);
    EXPECT_EQ(ran.exit_code, 0) << program[0] << "\n" << ran.output << ran.errors;
  }
}

TEST_F(RunHeap, SeesWhatIsMadeBeforeMain) {
  watch({kProgram, "nothing"});
  EXPECT_THAT(blocks()[100'077].made_by, ElementsAre("malloc"));
}

TEST_F(RunHeap, TellsOfEachFunctionOnce) {
  watch({kProgram, "c"});
  auto found = blocks();
  const std::map<std::uint64_t, std::string> expected = {
      {100'001, "malloc"},        {300'000, "realloc"},  {200'000, "reallocarray"},
      {102'400, "aligned_alloc"}, {100'003, "memalign"}, {100'002, "posix_memalign"},
      {100'004, "valloc"},        {100'005, "pvalloc"}};
  for (const auto& [size, op] : expected) {
    EXPECT_THAT(found[size].made_by, ElementsAre(op)) << size;
    EXPECT_EQ(found[size].freed, 1U) << size;
  }
  EXPECT_EQ(found.size(), expected.size() + 1);  // and the one before main
}

TEST_F(RunHeap, TellsOfEachFormOfNewAndDeleteOnce) {
  watch({kProgram, "cpp"});
  auto found = blocks();
  const std::map<std::uint64_t, std::string> expected = {
      {100'010, "operator new"},   {100'011, "operator new"}, {100'012, "operator new[]"},
      {100'013, "operator new[]"}, {100'014, "operator new"}, {100'032, "operator new"},
      {200'064, "operator new[]"}, {100'015, "operator new"}};
  for (const auto& [size, op] : expected) {
    EXPECT_THAT(found[size].made_by, ElementsAre(op)) << size;
    EXPECT_EQ(found[size].freed, 1U) << size;
  }
  EXPECT_EQ(found.size(), expected.size() + 1);
}

TEST_F(RunHeap, LeavesFailuresAndTheirErrnoAsTheyAre) {
  ASSERT_EQ(watch({kProgram, "failures"}).exit_code, 0);
  auto found = blocks();
  // The realloc that failed: gone, and told of anew with what it can hold.
  EXPECT_THAT(found[100'020].made_by, ElementsAre("malloc"));
  EXPECT_EQ(found[100'020].freed, 1U);
  EXPECT_EQ(found[100'021].freed, 1U);  // by the new-handler
  EXPECT_THAT(found[100'022].made_by, ElementsAre("operator new"));
  EXPECT_TRUE(is_whole());
}

TEST_F(RunHeap, FollowsBlocksThatOtherThreadsFree) {
  ASSERT_EQ(watch({kProgram, "threads"}).exit_code, 0);
  auto found = blocks();
  for (const std::uint64_t size : {100'030U, 100'031U}) {
    EXPECT_EQ(found[size].made_by.size(), 4000U) << size;
    EXPECT_EQ(found[size].freed, 4000U) << size;
  }
  EXPECT_TRUE(is_whole());
}

TEST_F(RunHeap, CapturesTheStacksThatLibunwindFinds) {
  setting_.environment = {"TENSORLEAK_HEAP_MIN=0", "TENSORLEAK_CAPTURE=check"};
  const Ran ran = watch({kProgram, "threads"});
  EXPECT_THAT(ran.errors, ContainsRegex("tensorleak: [0-9]{3,} stacks compared with LLVM "
                                        "libunwind, 0 differ\n"));
}

TEST_F(RunHeap, FollowsAChildThatWasForked) {
  const Ran ran = watch({kProgram, "child-leaks"});
  EXPECT_EQ(ran.exit_code, 1) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("another process recorded"));
}

TEST_F(RunHeap, RecordsFromTheSizeThatIsAskedFor) {
  setting_.environment = {"TENSORLEAK_HEAP_MIN=200KiB"};
  watch({kProgram, "c"});
  const auto found = blocks();
  EXPECT_TRUE(found.contains(300'000));
  EXPECT_FALSE(found.contains(100'001));
  for (const std::string all : {"0", "1"}) {
    setting_.environment = {"TENSORLEAK_HEAP_MIN=" + all};
    watch({kProgram, "clean"});
    EXPECT_EQ(blocks()[100'000].freed, 60U) << all;
    EXPECT_TRUE(is_whole());
  }
  setting_.environment = {"TENSORLEAK_HEAP_MIN=lots"};
  EXPECT_THAT(watch({kProgram, "clean"}).errors,
              HasSubstr("TENSORLEAK_HEAP_MIN is ignored: expected a size such as 4KiB"));
}

/// With another allocator preloaded by the user, whose own symbols the program then sees.
class RunHeapBeside : public RunHeap, public testing::WithParamInterface<const char*> {};

TEST_P(RunHeapBeside, KeepsTheAllocatorOfTheUser) {
  const std::string library = std::string("/usr/lib/x86_64-linux-gnu/") + GetParam();
  if (!std::filesystem::exists(library)) GTEST_SKIP() << library << " is not installed";
  setting_.environment = {"LD_PRELOAD=" + library};
  const Ran ran = watch({kProgram, "allocator"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, StartsWith(library));
  EXPECT_THAT(ran.output, HasSubstr("\nmeasured\n"));
  EXPECT_THAT(blocks()[100'000].made_by, ElementsAre("operator new"));
  EXPECT_EQ(blocks()[100'000].freed, 1U);
  for (const auto* way : {"c", "cpp", "threads"})
    EXPECT_EQ(watch({kProgram, way}).exit_code, 0) << way;
  EXPECT_EQ(watch({kProgram, "leaks"}).exit_code, 1);
}

INSTANTIATE_TEST_SUITE_P(Allocators, RunHeapBeside,
                         testing::Values("libjemalloc.so.2", "libtcmalloc_minimal.so.4"),
                         [](const auto& one) {
                           return std::string(one.param).find("jemalloc") != std::string::npos
                                      ? "Jemalloc"
                                      : "Tcmalloc";
                         });

TEST_F(RunHeap, SaysWhyAStaticProgramShowsNothing) {
  const Ran ran = watch({STATIC_PROGRAM});
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.output, HasSubstr("is linked statically, so that no adapter can be put"));
}

TEST_F(RunHeap, SaysWhyAProgramWithMoreRightsShowsNothing) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a program to another user";
  const std::string copy = folder_.path("copy");
  std::filesystem::copy_file(kProgram, copy);
  constexpr uid_t kNobody = 65534;
  ASSERT_EQ(chown(copy.c_str(), kNobody, kNobody), 0);
  ASSERT_EQ(chmod(copy.c_str(), 04755), 0);
  ASSERT_EQ(chmod(folder_.path("").c_str(), 0755), 0);
  const Ran ran = watch({copy, "leaks"});
  EXPECT_EQ(ran.exit_code, 3) << ran.output << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("runs with more rights than its user (set-user-id)"));
}

TEST_F(RunHeap, IsRefusedWithoutAProgramOrUnderAnotherName) {
  const Ran unknown = run_tool({"run", "--adapter", "stack", "--", "ls"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.errors, HasSubstr("--adapter: expected heap, found \"stack\""));
  const Ran recording = run_tool({"run", "--adapter", "heap", data("clean.jsonl")});
  EXPECT_EQ(recording.exit_code, 2);
  EXPECT_THAT(recording.errors, HasSubstr("name one behind --"));
  EXPECT_EQ(run_tool({"run", "--adapter", "heap"}).exit_code, 2);
}

TEST_F(RunHeap, SaysWhereTheAdapterIsMissing) {
  std::filesystem::create_directories(folder_.path("bin"));
  std::filesystem::copy_file(TENSORLEAK_BINARY, folder_.path("bin/tensorleak"));
  const Ran ran = run_shell("'" + folder_.path("bin/tensorleak") + "' run -o '" +
                            folder_.path("out") + "' --adapter heap -- ls");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.errors, HasSubstr("libtrack_heap.so: the adapter is not installed; put it into"));
}

}  // namespace
}  // namespace tensorleak::end_to_end
