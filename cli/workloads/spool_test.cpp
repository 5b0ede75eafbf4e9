#include "cli/workloads/spool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

namespace tensorleak::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// A folder of its own for each test, in which spools are kept, too.
class Spools : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(kept_);
    setenv("TMPDIR", kept_.c_str(), 1);
  }
  void TearDown() override {
    unsetenv("TMPDIR");
    std::filesystem::remove_all(folder_);
  }

  std::string fifo() const {
    std::string path = folder_ / "pipe";
    EXPECT_EQ(mkfifo(path.c_str(), 0600), 0);
    return path;
  }

  /// Copies a pipe that somebody writes `bytes` into.
  trace::Result<Spool> copy_of(const std::string& bytes) const {
    const std::string path = fifo();
    std::thread writer([&] { std::ofstream(path, std::ios::binary) << bytes; });
    auto spool = Spool::copy(path);
    writer.join();
    return spool;
  }

  std::vector<std::filesystem::path> kept() const {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(kept_))
      files.push_back(entry.path());
    return files;
  }

  std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) /
                                  testing::UnitTest::GetInstance()->current_test_info()->name();
  std::filesystem::path kept_ = folder_ / "kept";
};

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_F(Spools, AreNeededForWhatCanBeReadOnlyOnce) {
  EXPECT_TRUE(Spool::is_needed("-"));
  EXPECT_TRUE(Spool::is_needed("/dev/stdin")) << "also where it is a file";
  EXPECT_TRUE(Spool::is_needed(fifo()));
  EXPECT_TRUE(Spool::is_needed("/dev/null"));
  const std::string file = folder_ / "log.jsonl";
  std::ofstream(file) << "{}";
  EXPECT_FALSE(Spool::is_needed(file));
  EXPECT_FALSE(Spool::is_needed(folder_)) << "whoever opens it says what is wrong";
  EXPECT_FALSE(Spool::is_needed(folder_ / "missing"));
}

TEST_F(Spools, HoldAllBytesOfAPipeAsTheyCame) {
  std::string bytes;
  for (int i = 0; i < 300'000; ++i)
    bytes += static_cast<char>(i * 7);
  const auto spool = copy_of(bytes);
  ASSERT_TRUE(spool);
  EXPECT_EQ(content(spool->path()), bytes);
  EXPECT_EQ(content(spool->path()), bytes) << "and again";
  EXPECT_THAT(spool->path(), StartsWith(kept_.string() + "/tensorleak-"));
  EXPECT_EQ(spool->name(), (folder_ / "pipe").string()) << "what errors speak of";
}

TEST_F(Spools, HoldNothingOfAnEmptyPipe) {
  const auto spool = copy_of("");
  ASSERT_TRUE(spool);
  EXPECT_EQ(content(spool->path()), "");
}

TEST_F(Spools, AreForNobodyElseToRead) {
  const auto spool = copy_of("secret");
  ASSERT_TRUE(spool);
  EXPECT_EQ(std::filesystem::status(spool->path()).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(Spools, TakeTheirFilesWithThem) {
  {
    auto first = copy_of("bytes");
    ASSERT_TRUE(first);
    const Spool second = std::move(*first);
    EXPECT_EQ(kept().size(), 1u);
    EXPECT_EQ(content(second.path()), "bytes");
  }
  EXPECT_THAT(kept(), IsEmpty());
}

TEST_F(Spools, ThatCannotBeKeptSayWhereAndWhatToDo) {
  const std::string nowhere = folder_ / "nowhere";
  setenv("TMPDIR", nowhere.c_str(), 1);
  const auto spool = copy_of("");
  ASSERT_FALSE(spool);
  EXPECT_EQ(spool.error().file, (folder_ / "pipe").string());
  EXPECT_THAT(spool.error().what, HasSubstr("cannot be kept in " + nowhere + ": No such file"));
  EXPECT_THAT(spool.error().cure, HasSubstr("TMPDIR"));
}

TEST_F(Spools, OfWhatIsMissingSaySo) {
  const auto spool = Spool::copy(folder_ / "missing");
  ASSERT_FALSE(spool);
  EXPECT_THAT(spool.error().text(), HasSubstr("there is no such file"));
  EXPECT_THAT(kept(), IsEmpty());
}

}  // namespace
}  // namespace tensorleak::cli
