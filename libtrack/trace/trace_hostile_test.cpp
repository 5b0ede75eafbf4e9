// Traces of other versions, and traces that nobody meant well.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "libtrack/trace/test_traces.hpp"
#include "libtrack/trace/trace_format.hpp"
#include "libtrack/trace/trace_layout.hpp"

namespace tensorleak::trace {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using testing::file_header;
using ::testing::HasSubstr;
using testing::loop_events;
using testing::read_trace;
using testing::ReadTrace;
using testing::record;
using testing::Take;
using testing::Trace;
using testing::TraceBuilder;
using testing::write_trace;

constexpr std::string_view kNoHeader = "Header version=1 rule=buffer";

Trace small_trace() {
  return write_trace([](const Take& take) { loop_events(6, take); }, 7);
}

std::string with_header(const FileHeader& header) {
  return file_header(header) + small_trace().bytes.substr(kFileHeaderSize);
}

TEST(TraceVersion, AnUnknownMajorIsRefused) {
  EXPECT_EQ(read_trace(with_header({.major = 2, .minor = 3})).error,
            "version 2.3 of the trace, this tensorleak reads version 1");
}

TEST(TraceVersion, AnUnknownMinorIsRead) {
  const ReadTrace read = read_trace(with_header({.minor = 99}));
  EXPECT_EQ(read.error, "");
  EXPECT_THAT(read.events, ElementsAreArray(small_trace().events));
}

TEST(TraceVersion, AnUnknownRequiredFeatureIsRefused) {
  EXPECT_EQ(read_trace(with_header({.required_features = 0x10})).error,
            "the trace needs features (0x10) that this tensorleak does not know");
}

TEST(TraceVersion, AnUnknownRecordTypeIsPassedOver) {
  const Trace whole = small_trace();
  const std::size_t at = testing::records_of(whole.bytes).at(1);
  const ReadTrace read = read_trace(whole.bytes.substr(0, at) + record(4711, "news") +
                                    record(12, "") + whole.bytes.substr(at));
  EXPECT_THAT(read.events, ElementsAreArray(whole.events));
  EXPECT_EQ(read.faults, 0u);
}

TEST(TraceVersion, AnItemOfALaterVersionIsPassedOver) {
  const std::string items = "\x7f\x03later\x0a";  // three bytes; then Lost
  const ReadTrace read =
      read_trace(TraceBuilder().seal_items(items.substr(0, 5) + "\x0a", "\x02", 2).finish());
  EXPECT_THAT(read.events, ElementsAre(kNoHeader, "Unknown kind=an event of a later version",
                                       "Lost id=1", "End t=0"));
}

TEST(TraceHostile, AMisuseThatClaimsMoreThanItHasIsMalformed) {
  // Two bytes: bits, and a kind of five letters that are not there.
  const ReadTrace read = read_trace(TraceBuilder().seal_items("\x40\x02\x01\x05", "", 1).finish());
  EXPECT_EQ(read.faults, 1u);
}

TEST(TraceHostile, AHolderThatClaimsMoreThanItHasIsMalformed) {
  // Three bytes: bits, a tensor, and words of five letters that are not there.
  const ReadTrace read =
      read_trace(TraceBuilder().seal_items("\x41\x03\x01\x07\x05", "", 1).finish());
  EXPECT_EQ(read.faults, 1u);
}

TEST(TraceHostile, NoTraceIsRefused) {
  EXPECT_THAT(read_trace("{\"e\":\"header\"}").error, HasSubstr("this is no trace"));
  EXPECT_THAT(read_trace(testing::noise(10'000)).error, HasSubstr("this is no trace"));
}

TEST(TraceHostile, MalformedItemsCostTheRestOfTheirBlock) {
  using namespace std::string_literals;
  const std::string huge = "\xff\xff\xff\xff\x0f";
  for (const std::string& items :
       {"\0"s, "\x18"s, "\x03"s, "\x05\x00"s, "\x0a\x0a"s, "\x06\x05"s, "\x06\x02\x05"s,
        "\x12" + huge, "\x13" + huge.substr(0, 4) + huge.substr(0, 4) + huge, "\x10\x02\x01\x7f"s,
        "\x0f\x01\x01"s, "\x0e\x20"s, "\x14\x01\x00\x00\x00\x41"s, "\x50" + huge}) {
    const ReadTrace read = read_trace(TraceBuilder()
                                          .seal_items("\x0a" + items, "\x02", 2)
                                          .seal_items("\x0a", "\x04", 1)
                                          .finish());
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.lost_events, 1u);
    EXPECT_EQ(read.events.at(1), "Lost id=1");
    EXPECT_EQ(read.events.back(), "End t=0");
    EXPECT_THAT(read.events, Contains("Lost id=2"));
    EXPECT_THAT(read.events, Contains(HasSubstr("its items are malformed")));
  }
}

/// A block with this header around these bytes.
std::string block(BlockHeader header, std::string_view stored) {
  header.stored_size = static_cast<std::uint32_t>(stored.size());
  std::array<std::byte, kBlockHeaderSize> bytes = {};
  store(header, bytes);
  return record(1, std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()) +
                       std::string(stored));
}

/// A table of columns with these numbers, and what follows it.
std::string columns(std::initializer_list<std::uint32_t> numbers, std::string_view bytes) {
  std::string text;
  for (const std::uint32_t number : numbers)
    for (int shift = 0; shift < 32; shift += 8)
      text += static_cast<char>(number >> shift & 0xff);
  return text.append(bytes);
}

TEST(TraceHostile, HugeClaimsAreRefused) {
  const std::uint32_t most = kMaxBlockSize;
  const std::string packed = testing::zstd("x");
  const auto size = static_cast<std::uint32_t>(packed.size());
  for (const std::string& bad :
       {block({.raw_size = most + 1}, "x"), block({.raw_size = 1}, "x"),
        block({.event_count = 9, .raw_size = 1}, "x"), block({.size = 4'000, .raw_size = 9}, "x"),
        block({.size = 0, .raw_size = 9}, "x"), record(1, "short"), record(2, "short"),
        block({.raw_size = 1}, columns({0xffffffff}, "x")),
        block({.raw_size = 1}, columns({1, 1}, "x")),
        block({.raw_size = 1}, columns({1, 0, 1}, "x")),
        block({.raw_size = most}, columns({1, most, 1}, "x")),
        block({.codec = 1, .raw_size = most}, columns({1, most, size}, packed)),
        block({.codec = 1, .raw_size = 9}, columns({1, 9, 5}, packed.substr(0, 5))),
        block({.raw_size = 0}, columns({2, 0xffffffff, 0xffffffff, 1, 1}, "x")),
        block({.codec = 7, .raw_size = 1}, columns({1, 1, 1}, "\x0a"))}) {
    const ReadTrace read = read_trace(file_header() + bad);
    EXPECT_EQ(read.error, "");
    EXPECT_GT(read.faults, 0u);
    EXPECT_GT(read.lost_events, 0u);
    EXPECT_EQ(read.events.front(), kNoHeader);
    EXPECT_NE(read.ending, Ending::kClean);
  }
}

TEST(TraceVersion, AColumnOfALaterVersionIsPassedOver) {
  const std::string later = columns({7, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3}, "\x0a\x02new");
  const ReadTrace read =
      read_trace(file_header() + block({.event_count = 1, .raw_size = 5}, later));
  EXPECT_THAT(read.events, ElementsAre(kNoHeader, "Lost id=1"));
  EXPECT_EQ(read.faults, 0u);
}

TEST(TraceHostile, ARecordThatClaimsMoreThanThereMayBeIsNotWaitedFor) {
  std::array<std::byte, kRecordHeaderSize> header = {};
  store(RecordHeader{.type = 1, .length = 0xffffffff}, header);
  const std::string claim(reinterpret_cast<const char*>(header.data()), header.size());
  const Trace whole = small_trace();
  const std::size_t at = testing::records_of(whole.bytes).at(1);
  const ReadTrace read = read_trace(whole.bytes.substr(0, at) + claim + whole.bytes.substr(at));
  EXPECT_THAT(read.events, ElementsAreArray(whole.events));
}

TEST(TraceHostile, RandomColumnsNeverLeaveTheirBlock) {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    std::array<std::string, kColumns> bytes;
    for (std::string& column : bytes) {
      column.resize(1 + random() % 200);
      for (char& byte : column)
        byte = static_cast<char>(random() % (round % 2 == 0 ? 256 : 24));
    }
    EXPECT_EQ(read_trace(TraceBuilder().seal_columns(bytes, 1).finish()).error, "");
  }
}

TEST(TraceHostile, AManipulatedBlockNeverCrashes) {
  // Past the checksums: flips within the columns of a block that is sealed anew.
  DefinitionStore definitions(std::pmr::new_delete_resource());
  EventEncoder encoder(definitions, std::pmr::new_delete_resource());
  testing::sample_events([&](const Event& event) { encoder.add(event); });
  std::array<std::string, kColumns> sound;
  for (std::size_t i = 0; i < kColumns; ++i) {
    const auto column = encoder.columns()[i];
    sound[i].assign(reinterpret_cast<const char*>(column.data()), column.size());
  }
  for (std::size_t column = 0; column < kColumns; ++column) {
    for (std::size_t at = 0; at < sound[column].size(); ++at) {
      for (const int flip : {0x01, 0xff}) {
        auto bad = sound;
        bad[column][at] = static_cast<char>(bad[column][at] ^ flip);
        EXPECT_EQ(read_trace(TraceBuilder().seal_columns(bad, 30).finish()).error, "");
      }
    }
  }
}

}  // namespace
}  // namespace tensorleak::trace
