#include "libtrack/trace/line_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libtrack/trace/test_files.hpp"

namespace tensorleak::trace {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using testing::gzip;
using testing::noise;
using testing::TempFolder;

class LineReaderTest : public ::testing::Test {
 protected:
  LineReader reader(std::string_view bytes, std::size_t max_line_size = kMaxLineSize) {
    return LineReader(std::move(*ByteStream::open(folder_.write("log", bytes))), max_line_size);
  }

  /// Each line as "NUMBER:TEXT", with "…" behind one that is not terminated.
  std::vector<std::string> lines(std::string_view bytes, std::size_t max_line_size = kMaxLineSize) {
    std::vector<std::string> result;
    LineReader lines = reader(bytes, max_line_size);
    for (;;) {
      const auto line = lines.next();
      if (!line) {
        result.push_back(line.error().text());
        return result;
      }
      if (!*line) return result;
      result.push_back(std::to_string((*line)->number) + ":" + std::string((*line)->text) +
                       ((*line)->terminated ? "" : "…"));
    }
  }

  TempFolder folder_;
};

TEST_F(LineReaderTest, SplitsAtLineFeeds) {
  EXPECT_THAT(lines("one\ntwo\n"), ElementsAre("1:one", "2:two"));
}

TEST_F(LineReaderTest, SaysWhetherTheLastLineIsTerminated) {
  EXPECT_THAT(lines("one\ntwo"), ElementsAre("1:one", "2:two…"));
}

TEST_F(LineReaderTest, AnEmptyFileHasNoLines) {
  EXPECT_THAT(lines(""), ElementsAre());
  EXPECT_EQ(reader("").lines_read(), 0u);
}

TEST_F(LineReaderTest, ACarriageReturnBelongsToTheLineBreak) {
  EXPECT_THAT(lines("one\r\ntwo\r\n"), ElementsAre("1:one", "2:two"));
  EXPECT_THAT(lines("one\r\ntwo\r"), ElementsAre("1:one", "2:two…"));
  EXPECT_THAT(lines("a\rb\r\r\n"), ElementsAre("1:a\rb\r"));
}

TEST_F(LineReaderTest, BlankLinesAreSkippedAndCounted) {
  EXPECT_THAT(lines("\n \t \none\n\r\n\ntwo\n\n"), ElementsAre("3:one", "6:two"));
  LineReader blank = reader("\n\n");
  EXPECT_FALSE(blank.next().value().has_value());
  EXPECT_EQ(blank.lines_read(), 2u);
}

TEST_F(LineReaderTest, AByteOrderMarkIsSkippedAtTheStartOnly) {
  EXPECT_THAT(lines("\xef\xbb\xbfone\n\xef\xbb\xbftwo\n"),
              ElementsAre("1:one", "2:\xef\xbb\xbftwo"));
}

TEST_F(LineReaderTest, ALineMayHaveTheLargestSizeButNoByteMore) {
  EXPECT_THAT(lines("1234567890\nabc\n", 10), ElementsAre("1:1234567890", "2:abc"));
  EXPECT_THAT(lines("\xef\xbb\xbf"
                    "1234567890\r\n1234567890\r\n",
                    10),
              ElementsAre("1:1234567890", "2:1234567890"));
  EXPECT_THAT(lines("abc\n1234567890", 10), ElementsAre("1:abc", "2:1234567890…"));
  const std::string error =
      ":2: the line is longer than 10 bytes; write one event on each line; see docs/event-log.md";
  EXPECT_THAT(lines("abc\n12345678901\n", 10), ElementsAre("1:abc", EndsWith(error)));
  EXPECT_THAT(lines("abc\n12345678901", 10), ElementsAre("1:abc", EndsWith(error)));
  EXPECT_THAT(lines("abc\n" + std::string(1000, 'x'), 10), ElementsAre("1:abc", EndsWith(error)));
}

TEST_F(LineReaderTest, TheBoundIsSaidInMebibytesWhereItIsWhole) {
  const std::string line((std::size_t{1} << 20) + 1, 'x');
  EXPECT_THAT(lines(line, std::size_t{1} << 20),
              ElementsAre(EndsWith(":1: the line is longer than 1 MiB; write one event on each "
                                   "line; see docs/event-log.md")));
}

TEST_F(LineReaderTest, LinesOfEverySizeAroundTheBufferComeOutWhole) {
  std::string bytes;
  std::vector<std::string> expected;
  for (const std::size_t size : {1u, 262143u, 262144u, 262145u, 524289u, 3u, 1000000u, 7u}) {
    std::string text = noise(size);
    for (char& c : text)
      c = static_cast<char>('a' + (c & 15));
    expected.push_back(std::to_string(expected.size() + 1) + ":" + text);
    bytes += text + "\n";
  }
  EXPECT_TRUE(lines(bytes) == expected);
  EXPECT_TRUE(lines(gzip(bytes)) == expected);
}

TEST_F(LineReaderTest, BytesBehindEveryLineMayBeRead) {
  // A sanitizer sees when they may not.
  for (const std::size_t size : {1u, 262144u, 262145u}) {
    LineReader lines = reader(std::string(size, 'x'));
    const Line line = lines.next().value().value();
    unsigned sum = 0;
    for (std::size_t i = 0; i < kLinePadding; ++i) {
      // Behind the end of the text, which is what is read here on purpose.
      sum += static_cast<unsigned char>(*(line.text.data() + line.text.size() + i));
    }
    EXPECT_GE(sum, 0u);
  }
}

TEST_F(LineReaderTest, AnErrorOfTheStreamComesThroughAfterTheLinesBeforeIt) {
  std::string stored = gzip("one\ntwo\n");
  stored[stored.size() - 8] ^= 1;
  LineReader lines = reader(stored);
  EXPECT_EQ(lines.next().value()->text, "one");
  EXPECT_EQ(lines.next().value()->text, "two");
  EXPECT_FALSE(lines.next().has_value());
}

}  // namespace
}  // namespace tensorleak::trace
