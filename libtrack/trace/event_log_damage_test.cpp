// Logs that were cut or damaged: whatever happens to the bytes, what is read is a part of the
// truth.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "libtrack/trace/test_files.hpp"

namespace tensorleak::trace {
namespace {

using testing::gzip;
using testing::kHeaderLine;
using testing::read_log;
using testing::Recording;
using testing::TempFolder;
using testing::zstd;

/// A log with every kind of event, with escapes, several scripts, and each form of number.
std::string every_kind() {
  return std::string(kHeaderLine) +
         R"({"e":"stack","id":1,"frames":[{"fn":"größe","file":"ä/\u00e4.js","line":8,"col":40}]})"
         "\n"
         R"({"e":"scope","id":1,"name":"tidy \ud83d\ude00 😀","t":1.5e3})"
         "\r\n"
         R"({"e":"alloc","id":1,"buf":2,"bytes":24,"shape":[2,3],"flags":["kept"],"stack":1})"
         "\n\n"
         R"({"e":"use","id":1,"op":"Add","x":[true,false,null,-0.25]})"
         "\n"
         R"({"e":"keep","id":1,"value":false})"
         "\n"
         R"({"e":"name","id":1,"name":"w\\\"\n"})"
         "\n"
         R"({"e":"flag","id":1,"flag":"pool"})"
         "\n"
         R"({"e":"lost","id":1})"
         "\n"
         R"({"e":"free","id":1,"why":"dispose"})"
         "\n"
         R"({"e":"scope_end","id":1})"
         "\n"
         R"({"e":"frame","n":0,"lane":7})"
         "\n"
         R"({"e":"counter","tensors":0,"resources":{"textures":3}})"
         "\n"
         R"({"e":"dropped","count":1,"why":"full"})"
         "\n"
         R"({"e":"weather","sun":{"shines":[1,2,{"much":true}]}})"
         "\n"
         R"({"e":"end","t":9})"
         "\n";
}

bool is_prefix(const std::vector<std::string>& part, const std::vector<std::string>& whole) {
  return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

class DamagedLogTest : public ::testing::Test {
 protected:
  Recording read(std::string_view stored) const { return read_log(folder_.write("log", stored)); }

  TempFolder folder_;
  const std::string log_ = every_kind();
  const Recording whole_ = read(log_);
};

TEST_F(DamagedLogTest, TheLogIsSound) {
  EXPECT_EQ(whole_.error, "");
  EXPECT_EQ(whole_.ending, Ending::kClean);
  EXPECT_EQ(whole_.events.size(), 16u);
}

TEST_F(DamagedLogTest, APlainLogMayBeCutAtEveryByteBehindTheHeader) {
  const std::size_t header = kHeaderLine.size() - 1;
  for (std::size_t size = 0; size < log_.size(); ++size) {
    const Recording recording = read(std::string_view(log_).substr(0, size));
    EXPECT_EQ(recording.error.empty(), size >= header) << size << recording.error;
    EXPECT_TRUE(is_prefix(recording.events, whole_.events)) << size;
    if (size < header) continue;
    const bool at_line_end = log_[size] == '\n' || log_[size] == '\r' || log_[size - 1] == '\n' ||
                             log_[size - 1] == '\r';
    const bool complete = size == log_.size() - 1;
    EXPECT_EQ(recording.ending, complete      ? Ending::kClean
                                : at_line_end ? Ending::kNoEnd
                                              : Ending::kCutLine)
        << size;
  }
}

TEST_F(DamagedLogTest, ACompressedLogMayBeCutAtEveryByteBehindTheHeader) {
  for (const bool is_gzip : {true, false}) {
    const std::string stored = is_gzip ? gzip(log_) : zstd(log_);
    std::size_t events = 0;
    for (std::size_t size = 4; size < stored.size(); ++size) {
      const Recording recording = read(std::string_view(stored).substr(0, size));
      EXPECT_TRUE(is_prefix(recording.events, whole_.events)) << size;
      EXPECT_GE(recording.events.size(), events) << size;
      EXPECT_EQ(recording.error.empty(), !recording.events.empty()) << size << recording.error;
      const Ending expected = recording.error.empty() ? Ending::kCutStream : Ending::kNoEnd;
      EXPECT_EQ(recording.ending, expected) << size;
      events = recording.events.size();
    }
  }
}

TEST_F(DamagedLogTest, ACutBetweenTwoMembersKeepsTheFirst) {
  const std::string first = log_.substr(0, 400);
  const Recording plain = read(first);
  for (const std::string& stored : {gzip(first), zstd(first)}) {
    const Recording recording = read(stored);
    EXPECT_EQ(recording.error, "");
    EXPECT_EQ(recording.events, plain.events);
    EXPECT_EQ(recording.ending, Ending::kCutLine);
  }
}

TEST_F(DamagedLogTest, AWrongByteInAGzipIsAnErrorOrHarmless) {
  const std::string stored = gzip(log_);
  for (std::size_t at = 0; at < stored.size(); ++at) {
    for (const char flip : {'\x01', '\x80', '\xff'}) {
      std::string damaged = stored;
      damaged[at] = static_cast<char>(damaged[at] ^ flip);
      const Recording recording = read(damaged);
      // A flag of the gzip header that only announces a name can swallow what follows.
      const bool is_truth = is_prefix(recording.events, whole_.events);
      EXPECT_TRUE(is_truth || !recording.error.empty()) << at;
      const bool is_whole = recording.error.empty() && recording.ending == Ending::kClean;
      EXPECT_TRUE(!is_whole || recording.events == whole_.events) << at;
    }
  }
}

TEST_F(DamagedLogTest, AWrongByteInAZstdIsNeverTakenForTheTruth) {
  const std::string stored = zstd(log_);
  for (std::size_t at = 0; at < stored.size(); ++at) {
    std::string damaged = stored;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    const Recording recording = read(damaged);
    const bool is_whole = recording.error.empty() && recording.ending == Ending::kClean;
    EXPECT_TRUE(!is_whole || recording.events == whole_.events) << at;
  }
}

TEST_F(DamagedLogTest, RandomBytesNeverMoreThanMisleadTheReader) {
  std::mt19937 random(20240229);
  const std::vector<std::string> forms = {log_, gzip(log_), zstd(log_)};
  for (int round = 0; round < 6000; ++round) {
    std::string stored = forms[static_cast<std::size_t>(round) % forms.size()];
    const unsigned flips = 1 + random() % 4;
    for (unsigned i = 0; i < flips; ++i) {
      stored[random() % stored.size()] = static_cast<char>(random() & 0xffu);
    }
    if (random() % 4 == 0) stored.resize(random() % stored.size());
    const Recording recording = read(stored);
    EXPECT_LE(recording.events.size(), 40u);
    for (std::size_t i = 1; i < recording.places.size(); ++i) {
      EXPECT_LT(recording.places[i - 1], recording.places[i]);
    }
    EXPECT_TRUE(!recording.events.empty() || !recording.error.empty()) << round;
  }
}

TEST_F(DamagedLogTest, EachLineMayBeDroppedOrDoubledWithoutHarm) {
  for (std::size_t at = 0; at + 1 < log_.size(); ++at) {
    if (at != 0 && log_[at - 1] != '\n') continue;
    const std::size_t next = log_.find('\n', at) + 1;
    const std::string line = log_.substr(at, next - at);
    const std::string dropped = log_.substr(0, at) + log_.substr(next);
    EXPECT_EQ(read(dropped).error.empty(), at != 0) << line;
    const std::string doubled = log_.substr(0, next) + line + log_.substr(next);
    const bool may_be_doubled = at != 0 && next != log_.size();
    EXPECT_EQ(read(doubled).error.empty(), may_be_doubled) << line;
  }
}

}  // namespace
}  // namespace tensorleak::trace
