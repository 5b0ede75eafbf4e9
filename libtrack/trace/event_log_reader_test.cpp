#include "libtrack/trace/event_log_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "libtrack/trace/test_files.hpp"

namespace tensorleak::trace {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using testing::gzip;
using ::testing::HasSubstr;
using testing::kHeaderLine;
using testing::read_lines;
using testing::read_log;
using ::testing::StartsWith;
using testing::TempFolder;
using testing::zstd;

constexpr std::string_view kHeader = "Header version=1 rule=buffer";
constexpr std::string_view kHeaderCure =
    R"(; start the log with {"e":"header","format":"tensor-event-log","version":1}; )"
    "see docs/event-log.md";

std::string error_of(std::string_view file) {
  const auto recording = read_lines("", file);
  EXPECT_THAT(recording.events, ElementsAre());
  return recording.error;
}

TEST(EventLogHeader, ComesFirstWithAllItsFields) {
  const auto recording = read_lines(
      "", R"({"e":"header","format":"tensor-event-log","version":1,"time_unit":"us",)"
          R"("runtime":"tfjs 4.22.0","backend":"webgl","program":"a page","bytes_rule":"tensor"})");
  EXPECT_EQ(recording.error, "");
  EXPECT_THAT(recording.events,
              ElementsAre("Header version=1 runtime=tfjs 4.22.0 backend=webgl program=a page "
                          "rule=tensor"));
  EXPECT_THAT(recording.places, ElementsAre(1u));
}

TEST(EventLogHeader, NeedsOnlyFormatAndVersion) {
  EXPECT_THAT(read_lines("").events, ElementsAre(kHeader));
}

TEST(EventLogHeader, MayFollowAByteOrderMarkAndBlankLines) {
  const auto recording = read_lines("", "\xef\xbb\xbf\n\n" + std::string(kHeaderLine));
  EXPECT_THAT(recording.events, ElementsAre(kHeader));
  EXPECT_THAT(recording.places, ElementsAre(3u));
}

TEST(EventLogHeader, IsMissedInAnEmptyFile) {
  const std::string_view expected =
      R"(, expected a header line {"e":"header","format":"tensor-event-log","version":1}; )"
      "see docs/event-log.md";
  EXPECT_EQ(error_of(""), "log.jsonl: the file is empty" + std::string(expected));
  EXPECT_EQ(error_of("\xef\xbb\xbf"),
            "log.jsonl: the file has nothing but blank lines" + std::string(expected));
  EXPECT_EQ(error_of(" \n\n"),
            "log.jsonl: the file has nothing but blank lines" + std::string(expected));
}

TEST(EventLogHeader, IsMissedInOtherFiles) {
  const std::string start = "the first line is no header: ";
  EXPECT_EQ(error_of("\x89PNG\r\n\x1a\n"), "log.jsonl:1:1: " + start +
                                               "not valid JSON: found \\x89, expected a value" +
                                               std::string(kHeaderCure));
  EXPECT_EQ(error_of("{\n  \"name\": 1\n}\n"),
            "log.jsonl:1:2: " + start +
                "the line ends too early, expected a field name in double quotes" +
                std::string(kHeaderCure));
  EXPECT_EQ(error_of("[1, 2]"), "log.jsonl:1:1: " + start +
                                    R"(the line is a list, expected an object such as )"
                                    R"({"e":"use","id":1})" +
                                    std::string(kHeaderCure));
  EXPECT_EQ(error_of(R"({"e":"alloc","id":1,"bytes":4})"),
            "log.jsonl:1:6: " + start + R"("e" is "alloc", expected "header")" +
                std::string(kHeaderCure));
  EXPECT_EQ(error_of(R"({"a":1})"), "log.jsonl:1:7: " + start +
                                        R"("e" is missing, expected "header")" +
                                        std::string(kHeaderCure));
}

TEST(EventLogHeader, IsMissedInUtf16) {
  EXPECT_EQ(error_of(std::string_view("\xff\xfe{\0\"\0", 6)),
            "log.jsonl:1:1: the file is in UTF-16, expected UTF-8; write the log in UTF-8");
}

TEST(EventLogHeader, IsRefusedWhenItIsCut) {
  EXPECT_EQ(error_of(R"({"e":"header","form)"),
            "log.jsonl:1: the file ends before the header line is complete; "
            "copy the file again, or record again");
  const std::string stored = gzip(kHeaderLine);
  EXPECT_EQ(error_of(stored.substr(0, stored.size() / 2)),
            "log.jsonl:1: the compressed data ends early before the header line is complete; "
            "copy the file again, or record again");
  EXPECT_THAT(error_of(stored.substr(0, 12)), HasSubstr("the compressed data ends early"));
}

TEST(EventLogHeader, IsRefusedInAnotherVersion) {
  EXPECT_EQ(error_of(R"({"e":"header","format":"tensor-event-log","version":2})"),
            "log.jsonl:1:53: version 2 of the event log, this tensorleak reads version 1; "
            "use a newer tensorleak, or record with a writer of version 1");
  EXPECT_THAT(error_of(R"({"e":"header","format":"tensor-event-log","version":"1"})"),
              StartsWith(R"(log.jsonl:1:53: "version" is "1", expected 1;)"));
  EXPECT_EQ(error_of(R"({"e":"header","format":"tensor-event-log"})"),
            R"(log.jsonl:1:42: "version" is missing, expected 1; see docs/event-log.md)");
}

TEST(EventLogHeader, IsRefusedWithAnotherFormatUnitOrRule) {
  EXPECT_EQ(error_of(R"({"e":"header","format":"trace","version":1})"),
            R"(log.jsonl:1:24: "format" is "trace", expected "tensor-event-log"; )"
            "see docs/event-log.md");
  EXPECT_THAT(error_of(R"({"e":"header","version":1})"),
              HasSubstr(R"(:26: "format" is missing, expected "tensor-event-log")"));
  const std::string start = R"({"e":"header","format":"tensor-event-log","version":1,)";
  EXPECT_THAT(error_of(start + R"("time_unit":"min"})"),
              HasSubstr(R"(:67: "time_unit" is "min", expected "ns", "us", "ms" or "s")"));
  EXPECT_THAT(error_of(start + R"("bytes_rule":"page"})"),
              HasSubstr(R"(:68: "bytes_rule" is "page", expected "buffer" or "tensor")"));
  EXPECT_THAT(error_of(start + R"("runtime":5})"),
              HasSubstr(R"(:65: "runtime" is 5, expected a text)"));
}

TEST(EventLogHeader, StandsOnlyOnce) {
  const auto recording = read_lines("{\"e\":\"end\"}\n" + std::string(kHeaderLine));
  EXPECT_EQ(
      recording.error,
      R"(log.jsonl:3:6: "e" is "header", expected another event, as the header stands only on )"
      "the first line; write each recording into a file of its own");
}

TEST(EventLogReader, GivesTheLineOfEachEvent) {
  const auto recording = read_lines("\n{\"e\":\"lost\",\"id\":1}\n\n\n{\"e\":\"end\"}\n");
  EXPECT_THAT(recording.events, ElementsAre(kHeader, "Lost id=1", "End t=0"));
  EXPECT_THAT(recording.places, ElementsAre(1u, 3u, 6u));
}

TEST(EventLogReader, GivesOutTheEventsBeforeAMalformedLine) {
  const auto recording = read_lines("{\"e\":\"lost\",\"id\":1}\nhello\n{\"e\":\"end\"}\n");
  EXPECT_THAT(recording.events, ElementsAre(kHeader, "Lost id=1"));
  EXPECT_THAT(recording.error, StartsWith("log.jsonl:3:1: not valid JSON: found hello"));
}

TEST(EventLogReader, AMalformedLastLineIsAnErrorUnlessItOnlyStopsEarly) {
  EXPECT_THAT(read_lines("{\"e\":\"lost\" \"id\"").error, HasSubstr(R"(found "id")"));
  EXPECT_THAT(read_lines("{\"e\":\"lost\",\"id\"\n").error, HasSubstr("the line ends too early"));
  EXPECT_THAT(read_lines("{\"e\":\"lost\" \"id").error, HasSubstr("expected ',' or '}'"));
  EXPECT_THAT(read_lines("{\"e\":\"lost\"}").error, HasSubstr(R"("id" is missing)"));
  EXPECT_EQ(read_lines("{\"e\":\"lost\",\"id\"").error, "");
}

TEST(EventLogReader, NothingMayFollowTheEnd) {
  const auto recording = read_lines("{\"e\":\"end\"}\n{\"e\":\"lost\",\"id\":1}\n");
  EXPECT_THAT(recording.events, ElementsAre(kHeader, "End t=0"));
  EXPECT_EQ(recording.error, "log.jsonl:3: event after the end event; write the end event last");
}

TEST(EventLogReader, BlankLinesMayFollowTheEnd) {
  const auto recording = read_lines("{\"e\":\"end\"}\n\n \n");
  EXPECT_EQ(recording.error, "");
  EXPECT_EQ(recording.ending, Ending::kClean);
}

TEST(EventLogReader, TellsHowTheRecordingStopped) {
  EXPECT_EQ(read_lines("{\"e\":\"end\"}\n").ending, Ending::kClean);
  EXPECT_EQ(read_lines("{\"e\":\"end\"}").ending, Ending::kClean);
  EXPECT_EQ(read_lines("{\"e\":\"lost\",\"id\":1}\n").ending, Ending::kNoEnd);
  EXPECT_EQ(read_lines("{\"e\":\"lost\",\"id\":1").ending, Ending::kCutLine);
  const std::string stored = gzip(std::string(kHeaderLine) + "{\"e\":\"lost\",\"id\":1}\n");
  EXPECT_EQ(read_lines("", stored.substr(0, stored.size() - 3)).ending, Ending::kCutStream);
}

TEST(EventLogReader, RepeatsItsErrorAndItsEnd) {
  const TempFolder folder;
  auto bad = EventLogReader::open(folder.write("a", std::string(kHeaderLine) + "hello\n")).value();
  EXPECT_TRUE(bad->next().has_value());
  const auto first = bad->next();
  const auto second = bad->next();
  ASSERT_FALSE(first.has_value());
  ASSERT_FALSE(second.has_value());
  EXPECT_EQ(first.error().text(), second.error().text());

  auto good = EventLogReader::open(folder.write("b", kHeaderLine)).value();
  EXPECT_NE(good->next().value(), nullptr);
  EXPECT_EQ(good->next().value(), nullptr);
  EXPECT_EQ(good->next().value(), nullptr);
}

TEST(EventLogReader, ALineThatIsTooLongIsAnError) {
  const TempFolder folder;
  const std::string long_line = R"({"e":"note","text":")" + std::string(100, 'x') + "\"}\n";
  const auto file = folder.write("log", std::string(kHeaderLine) + long_line);
  auto reader = EventLogReader::open(file, 80).value();
  EXPECT_TRUE(reader->next().has_value());
  EXPECT_EQ(reader->next().error().text(),
            file +
                ":2: the line is longer than 80 bytes; write one event on each line; "
                "see docs/event-log.md");
}

TEST(EventLogReader, ReadsEveryCompressedForm) {
  const std::string first = std::string(kHeaderLine) + "{\"e\":\"lost\",";
  const std::string second = "\"id\":1}\r\n{\"e\":\"end\"}\n";
  for (const std::string& stored :
       {first + second, gzip(first + second), gzip(first) + gzip(second), zstd(first + second),
        zstd(first) + zstd(second)}) {
    const auto recording = read_lines("", stored);
    EXPECT_EQ(recording.error, "");
    EXPECT_THAT(recording.events, ElementsAre(kHeader, "Lost id=1", "End t=0"));
    EXPECT_EQ(recording.ending, Ending::kClean);
  }
}

TEST(EventLogReader, AWrongChecksumIsAnErrorBehindTheEvents) {
  std::string stored = gzip(std::string(kHeaderLine) + "{\"e\":\"end\"}\n");
  stored[stored.size() - 8] ^= 1;
  const auto recording = read_lines("", stored);
  EXPECT_THAT(recording.events, ElementsAre(kHeader, "End t=0"));
  EXPECT_THAT(recording.error, HasSubstr("log.jsonl: the gzip data is corrupt near byte "));
}

TEST(EventLogReader, ErrorsOfTheFileComeThrough) {
  EXPECT_THAT(read_log("/no/such.jsonl").error, EndsWith("there is no such file; check the path"));
  EXPECT_THAT(read_log("/tmp").error, HasSubstr("this is a directory"));
}

TEST(EventLogReader, ReadsAFifoWhileItIsWritten) {
  const TempFolder folder;
  const std::string fifo = folder.path("log.jsonl");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  std::thread writer([&] {
    std::ofstream out(fifo);
    out << kHeaderLine << "{\"e\":\"lo" << std::flush << "st\",\"id\":1}\n{\"e\":\"end\"}\n";
  });
  const auto recording = read_log(fifo);
  writer.join();
  EXPECT_THAT(recording.events, ElementsAre(kHeader, "Lost id=1", "End t=0"));
  EXPECT_EQ(recording.ending, Ending::kClean);
}

TEST(EventLogReader, CountsTheStoredBytesForProgress) {
  const TempFolder folder;
  const auto stored = gzip(std::string(kHeaderLine) + "{\"e\":\"end\"}\n");
  auto reader = EventLogReader::open(folder.write("a", stored)).value();
  while (reader->next().value() != nullptr) {
  }
  EXPECT_EQ(reader->bytes_consumed(), stored.size());
  EXPECT_EQ(reader->stored_size(), stored.size());
}

}  // namespace
}  // namespace tensorleak::trace
