#include "libtrack/trace/byte_stream.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "libtrack/trace/test_files.hpp"

namespace tensorleak::trace {
namespace {

using testing::drain;
using ::testing::EndsWith;
using testing::gzip;
using ::testing::HasSubstr;
using testing::noise;
using testing::TempFolder;
using testing::zstd;

class ByteStreamTest : public ::testing::Test {
 protected:
  TempFolder folder_;
  const std::string text_ = noise(300'000) + std::string(500'000, 'x');
};

TEST_F(ByteStreamTest, GivesOutAPlainFileUnchanged) {
  const auto drained = drain(folder_.write("a", text_));
  EXPECT_EQ(drained.error, "");
  EXPECT_EQ(drained.bytes, text_);
  EXPECT_FALSE(drained.ended_early);
}

TEST_F(ByteStreamTest, GivesOutFilesShorterThanAnyMagic) {
  for (const std::string bytes : {"", "a", "ab", "abc", "\x1f", "\x28\xb5\x2f"}) {
    const auto drained = drain(folder_.write("a", bytes));
    EXPECT_EQ(drained.error, "");
    EXPECT_EQ(drained.bytes, bytes);
    EXPECT_FALSE(drained.ended_early);
  }
}

TEST_F(ByteStreamTest, DecompressesByMagicWhateverTheFileIsCalled) {
  const auto from_gzip = drain(folder_.write("a.jsonl", gzip(text_)));
  EXPECT_EQ(from_gzip.error, "");
  EXPECT_TRUE(from_gzip.bytes == text_);
  EXPECT_FALSE(from_gzip.ended_early);
  const auto from_zstd = drain(folder_.write("b.gz", zstd(text_)));
  EXPECT_EQ(from_zstd.error, "");
  EXPECT_TRUE(from_zstd.bytes == text_);
  EXPECT_FALSE(from_zstd.ended_early);
}

TEST_F(ByteStreamTest, NamesTheForm) {
  EXPECT_EQ((*ByteStream::open(folder_.write("a", "text")))->form(), "plain");
  EXPECT_EQ((*ByteStream::open(folder_.write("b", gzip("text"))))->form(), "gzip");
  EXPECT_EQ((*ByteStream::open(folder_.write("c", zstd("text"))))->form(), "zstd");
}

TEST_F(ByteStreamTest, JoinsMembersAndFrames) {
  const auto members = drain(folder_.write("a", gzip("one,") + gzip("") + gzip("two")));
  EXPECT_EQ(members.error, "");
  EXPECT_EQ(members.bytes, "one,two");
  EXPECT_FALSE(members.ended_early);
  const std::string skippable("\x5a\x2a\x4d\x18\x03\x00\x00\x00XYZ", 11);
  const auto frames = drain(folder_.write("b", skippable + zstd("one,") + skippable + zstd("two")));
  EXPECT_EQ(frames.error, "");
  EXPECT_EQ(frames.bytes, "one,two");
  EXPECT_FALSE(frames.ended_early);
}

TEST_F(ByteStreamTest, FillsTheSmallestOfPieces) {
  for (const std::string& stored :
       {std::string("some text"), gzip("some text"), zstd("some text")}) {
    EXPECT_EQ(drain(folder_.write("a", stored), 1).bytes, "some text");
  }
}

TEST_F(ByteStreamTest, IgnoresZerosBehindAGzipMember) {
  const std::string zeros(1000, '\0');
  const auto drained = drain(folder_.write("a", gzip("one,") + zeros + gzip("two") + zeros));
  EXPECT_EQ(drained.error, "");
  EXPECT_EQ(drained.bytes, "one,two");
  EXPECT_FALSE(drained.ended_early);
}

TEST_F(ByteStreamTest, ACutAnywhereIsAnEarlyEndAndAPrefix) {
  const std::string text = noise(400);
  const std::vector<std::string> forms = {gzip(text), zstd(text), gzip(text) + gzip(text)};
  for (const std::string& stored : forms) {
    for (std::size_t size = kMagicSize; size < stored.size(); ++size) {
      const auto drained = drain(folder_.write("a", stored.substr(0, size)));
      EXPECT_EQ(drained.error, "") << size;
      EXPECT_TRUE((text + text).starts_with(drained.bytes)) << size;
      const bool between_members = size == stored.size() / 2 && drained.bytes == text;
      EXPECT_EQ(drained.ended_early, !between_members) << size;
    }
  }
}

TEST_F(ByteStreamTest, AWrongChecksumIsAnErrorAfterAllBytesThatCameBefore) {
  std::string stored = gzip(text_);
  stored[stored.size() - 8] ^= 1;
  const auto from_gzip = drain(folder_.write("a.gz", stored));
  EXPECT_TRUE(from_gzip.bytes == text_);
  EXPECT_THAT(from_gzip.error, HasSubstr("a.gz: the gzip data is corrupt near byte 30"));
  EXPECT_THAT(from_gzip.error,
              EndsWith("(incorrect data check); copy the file again, or record again"));

  stored = zstd(text_);
  stored[stored.size() - 1] ^= 1;
  const auto from_zstd = drain(folder_.write("a.zst", stored));
  EXPECT_THAT(from_zstd.error, HasSubstr("a.zst: the zstd data is corrupt near byte "));
  EXPECT_THAT(from_zstd.error, HasSubstr("checksum"));
}

TEST_F(ByteStreamTest, BadDeflateDataIsAnError) {
  std::string stored = gzip(std::string(1000, 'x'));
  stored[10] = '\x07';  // a last block of the type that does not exist
  EXPECT_THAT(drain(folder_.write("a", stored)).error, HasSubstr("(invalid block type)"));
}

TEST_F(ByteStreamTest, OtherBytesBehindAMemberOrFrameAreAnError) {
  const auto from_gzip = drain(folder_.write("a", gzip("text") + "{\"e\":1}"));
  EXPECT_EQ(from_gzip.bytes, "text");
  EXPECT_THAT(from_gzip.error, HasSubstr("the gzip data is corrupt"));
  const auto from_zstd = drain(folder_.write("a", zstd("text") + "{\"e\":1}"));
  EXPECT_EQ(from_zstd.bytes, "text");
  EXPECT_THAT(from_zstd.error, HasSubstr("the zstd data is corrupt"));
}

TEST_F(ByteStreamTest, AnErrorIsRepeated) {
  auto stream = ByteStream::open(folder_.write("a", gzip("text") + "junk"));
  std::array<char, 16> piece = {};
  EXPECT_EQ((*stream)->read(piece).value(), 4u);
  const auto first = (*stream)->read(piece);
  const auto second = (*stream)->read(piece);
  ASSERT_FALSE(first.has_value());
  ASSERT_FALSE(second.has_value());
  EXPECT_EQ(first.error().text(), second.error().text());
}

TEST_F(ByteStreamTest, AMissingFileIsAnErrorWithACure) {
  EXPECT_EQ(drain("/no/such/file.jsonl").error,
            "/no/such/file.jsonl: there is no such file; check the path");
  const std::string file = folder_.write("file", "text");
  EXPECT_THAT(drain(file + "/below").error, EndsWith("there is no such file; check the path"));
}

TEST_F(ByteStreamTest, ADirectoryIsAnErrorWithACure) {
  EXPECT_EQ(drain("/").error,
            "/: this is a directory, expected a file; give the path of a file in it");
}

TEST_F(ByteStreamTest, AFileThatMayNotBeReadIsAnErrorWithACure) {
  if (::geteuid() == 0) GTEST_SKIP() << "everything may be read by root";
  const std::string file = folder_.write("file", "text");
  ::chmod(file.c_str(), 0);
  EXPECT_THAT(drain(file).error, HasSubstr("may not be read; check its permissions"));
}

TEST_F(ByteStreamTest, AFailureOfTheDeviceIsAnError) {
  const std::string file = "/proc/self/mem";  // it opens, but its first page is never mapped
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no procfs here";
  EXPECT_THAT(drain(file).error, HasSubstr("/proc/self/mem: the file cannot be read: "));
}

TEST_F(ByteStreamTest, ReadsAFifoThatFillsByteByByte) {
  for (const std::string& stored :
       {std::string("some text"), gzip("some text"), zstd("some text")}) {
    const std::string fifo = folder_.path("fifo");
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    std::thread writer([&] {
      std::ofstream out(fifo, std::ios::binary);
      for (const char byte : stored)
        out << byte << std::flush;
    });
    const auto drained = drain(fifo);
    writer.join();
    ::unlink(fifo.c_str());
    EXPECT_EQ(drained.error, "");
    EXPECT_EQ(drained.bytes, "some text");
  }
}

TEST_F(ByteStreamTest, ReadsStandardInputUnderBothOfItsNames) {
  const int saved = ::dup(STDIN_FILENO);
  for (const char* name : {"-", "/dev/stdin"}) {
    std::array<int, 2> ends = {};
    ASSERT_EQ(::pipe(ends.data()), 0);
    ASSERT_EQ(::write(ends[1], "text", 4), 4);
    ::close(ends[1]);
    ::dup2(ends[0], STDIN_FILENO);
    ::close(ends[0]);
    auto stream = ByteStream::open(name);
    ASSERT_TRUE(stream.has_value());
    EXPECT_EQ((*stream)->name(), "standard input");
    EXPECT_EQ((*stream)->stored_size(), std::nullopt);
    std::array<char, 16> piece = {};
    EXPECT_EQ((*stream)->read(piece).value(), 4u);
    EXPECT_EQ((*stream)->read(piece).value(), 0u);
    EXPECT_EQ((*stream)->bytes_consumed(), 4u);
  }
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
}

TEST_F(ByteStreamTest, WaitsForAPipeThatDoesNotBlock) {
  const std::string fifo = folder_.path("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  const int saved = ::dup(STDIN_FILENO);
  const int end = ::open(fifo.c_str(), O_RDONLY | O_NONBLOCK);
  ::dup2(end, STDIN_FILENO);
  ::close(end);
  std::ofstream out(fifo, std::ios::binary);
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    out << "some text" << std::flush;
    out.close();
  });
  EXPECT_EQ(drain("-").bytes, "some text");
  writer.join();
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
}

TEST_F(ByteStreamTest, BytesConsumedGrowToTheStoredSize) {
  for (const std::string& stored : {text_, gzip(text_), zstd(text_)}) {
    auto stream = ByteStream::open(folder_.write("a", stored));
    EXPECT_EQ((*stream)->stored_size(), stored.size());
    EXPECT_EQ((*stream)->bytes_consumed(), 0u);
    std::string piece(1000, '\0');
    std::uint64_t last = 0;
    bool was_within = false;
    while ((*stream)->read(piece).value() > 0) {
      EXPECT_GE((*stream)->bytes_consumed(), last);
      last = (*stream)->bytes_consumed();
      was_within = was_within || (last > 0 && last < stored.size());
    }
    EXPECT_TRUE(was_within);
    EXPECT_EQ((*stream)->bytes_consumed(), stored.size());
  }
}

}  // namespace
}  // namespace tensorleak::trace
