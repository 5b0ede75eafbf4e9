// Traces that were cut, flipped, or that lost a part: whatever is sound is used, whatever is
// missing is told, and nothing crashes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "libtrack/trace/test_traces.hpp"
#include "libtrack/trace/trace_format.hpp"

namespace tensorleak::trace {
namespace {

using ::testing::Contains;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using testing::loop_events;
using testing::read_trace;
using testing::ReadTrace;
using testing::records_of;
using ::testing::StartsWith;
using testing::Take;
using testing::Trace;
using testing::write_trace;

Trace small_trace() {
  return write_trace([](const Take& take) { loop_events(6, take); }, 7);
}

bool is_prefix(const std::vector<std::string>& part, const std::vector<std::string>& whole) {
  return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

/// The events but for what tells of gaps.
std::vector<std::string> without_drops(std::vector<std::string> events) {
  std::erase_if(events, [](const std::string& event) { return event.starts_with("Dropped"); });
  return events;
}

/// And but for what a gap moves: definitions, and the time of an end whose block is lost.
std::vector<std::string> plain_events(std::vector<std::string> events) {
  std::erase_if(events, [](const std::string& event) {
    return event.starts_with("Stack") || event.starts_with("End");
  });
  return without_drops(std::move(events));
}

bool is_subsequence(const std::vector<std::string>& part, const std::vector<std::string>& whole) {
  auto at = whole.begin();
  return std::ranges::all_of(part, [&](const std::string& event) {
    at = std::find(at, whole.end(), event);
    return at != whole.end() && at++ != whole.end();
  });
}

/// A trace without the record of this number.
std::string without_record(const std::string& bytes, std::size_t number) {
  auto offsets = records_of(bytes);
  offsets.push_back(bytes.size());
  return bytes.substr(0, offsets[number]) + bytes.substr(offsets[number + 1]);
}

TEST(TraceDamage, CutAnywhereBehindTheHeaderIsAPrefix) {
  const Trace whole = small_trace();
  const auto records = records_of(whole.bytes);
  for (std::size_t size = kFileHeaderSize; size < whole.bytes.size(); ++size) {
    const ReadTrace read = read_trace(whole.bytes.substr(0, size));
    EXPECT_EQ(read.error, "") << size;
    EXPECT_TRUE(read.events.size() == 1 || is_prefix(read.events, whole.events)) << size;
    const bool at_record = std::ranges::find(records, size) != records.end();
    EXPECT_EQ(read.ending, at_record ? Ending::kNoEnd : Ending::kCutStream) << size;
  }
}

TEST(TraceDamage, EachSoundBlockBeforeACutIsUsed) {
  const Trace whole = small_trace();
  const auto records = records_of(whole.bytes);
  const ReadTrace read = read_trace(whole.bytes.substr(0, records.at(3) + 30));
  EXPECT_THAT(read.events, ElementsAreArray(std::vector<std::string>(
                               whole.events.begin(), whole.events.begin() + 3 * 7)));
}

TEST(TraceDamage, CutWithinTheHeaderIsAnError) {
  const Trace whole = small_trace();
  EXPECT_EQ(read_trace("").error, "the file is empty, expected a trace");
  for (std::size_t size = 1; size < kFileHeaderSize; ++size)
    EXPECT_THAT(read_trace(whole.bytes.substr(0, size)).error, HasSubstr("ends before")) << size;
}

TEST(TraceDamage, AFlippedByteAnywhereIsAnErrorOrAGap) {
  const Trace whole = small_trace();
  for (std::size_t at = 0; at < whole.bytes.size(); ++at) {
    std::string bytes = whole.bytes;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x41);
    const ReadTrace read = read_trace(bytes);
    if (at < kFileHeaderSize) {
      EXPECT_NE(read.error, "") << at;
      continue;
    }
    EXPECT_EQ(read.error, "") << at;
    EXPECT_GT(read.faults, 0u) << at;
    EXPECT_TRUE(read.ending != Ending::kClean || read.lost_events > 0) << at;
    EXPECT_TRUE(is_subsequence(plain_events(read.events), whole.events)) << at;
  }
}

TEST(TraceDamage, ALostBlockCostsItsOwnEventsAndIsTold) {
  const Trace whole = small_trace();
  const std::size_t blocks = records_of(whole.bytes).size() - 1;
  for (std::size_t lost = 0; lost < blocks; ++lost) {
    const ReadTrace read = read_trace(without_record(whole.bytes, lost));
    const std::uint64_t events = std::min<std::uint64_t>(7, whole.events.size() - lost * 7);
    EXPECT_EQ(read.lost_events, events) << lost;
    EXPECT_EQ(read.lost_blocks, 1u);
    EXPECT_EQ(read.ending, Ending::kClean);
    EXPECT_THAT(read.events, Contains(StartsWith("Dropped count=" + std::to_string(events))));
    EXPECT_TRUE(read.events.front().starts_with("Header version=1 runtime=loop"));
    EXPECT_TRUE(read.events.back().starts_with("End"));
  }
}

TEST(TraceDamage, AGapSaysWhereItIsAndHowMuchWasAlive) {
  const Trace trace = write_trace(
      [](const Take& take) {
        take(Header{});
        take(Alloc{.id = {1}, .bytes = 4});
        take(Free{.id = {1}});
        take(FrameMark{});
        take(Lost{.id = {1}});
        take(Lost{.id = {2}});
      },
      2);
  const ReadTrace read = read_trace(without_record(trace.bytes, 1));
  EXPECT_EQ(read.events.at(2), "Dropped count=2 why=block 1 is missing or damaged before byte " +
                                   std::to_string(records_of(trace.bytes).at(1)) +
                                   ", in frames 0 to 1; 1 tensors were alive before, 0 are after");
}

TEST(TraceDamage, DefinitionsAreReissuedInEachBlockThatRefersToThem) {
  const auto events = [](const Take& take) {
    take(Header{});
    take(ModuleDefinition{.id = {9}, .path = "/lib/x.so", .begin = 0x1000, .end = 0x2000});
    const std::array frames = {StackFrame{.address = 0x1234, .module = ModuleId{9}}};
    take(StackDefinition{.id = {1}, .frames = frames});
    take(Alloc{.id = {1}, .op = "Add", .stack = StackId{1}});
    take(Free{.id = {1}, .stack = StackId{1}});
    take(Alloc{.id = {2}, .op = "Add", .stack = StackId{1}});
  };
  const Trace trace = write_trace(events, 4);
  EXPECT_THAT(read_trace(trace.bytes).events, ElementsAreArray(trace.events));
  const ReadTrace read = read_trace(without_record(trace.bytes, 0));
  EXPECT_THAT(std::vector<std::string>(read.events.begin() + 2, read.events.end()),
              ElementsAreArray({trace.events[1],
                                std::string("StackDefinition id=1 frame=@:0:0 "
                                            "address=4660 module=9"),
                                trace.events[4], trace.events[5]}));
}

TEST(TraceDamage, GarbageBetweenBlocksCostsNoEvents) {
  const Trace whole = small_trace();
  const std::size_t at = records_of(whole.bytes).at(2);
  const std::string garbage = testing::noise(1000) + std::string(kSyncMarker) + "no record";
  const ReadTrace read = read_trace(whole.bytes.substr(0, at) + garbage + whole.bytes.substr(at));
  EXPECT_THAT(read.events, ElementsAreArray(whole.events));
  EXPECT_EQ(read.faults, 1u);
  EXPECT_EQ(read.ending, Ending::kClean);
}

TEST(TraceDamage, ABlockThatStandsTwiceCountsOnce) {
  const Trace whole = small_trace();
  const auto records = records_of(whole.bytes);
  const std::string block = whole.bytes.substr(records[1], records[2] - records[1]);
  const ReadTrace read =
      read_trace(whole.bytes.substr(0, records[3]) + block + whole.bytes.substr(records[3]));
  EXPECT_THAT(without_drops(read.events), ElementsAreArray(whole.events));
  EXPECT_THAT(read.events, Contains(HasSubstr("a second time")));
}

TEST(TraceDamage, ASecondTraceBehindTheFirstIsNotMixedIn) {
  const Trace whole = small_trace();
  const ReadTrace read = read_trace(whole.bytes + whole.bytes);
  EXPECT_THAT(read.events, ElementsAreArray(whole.events));
  EXPECT_GT(read.faults, 0u);
}

TEST(TraceDamage, WithoutAFooterTheEndIsNotConfirmed) {
  const Trace whole = small_trace();
  const auto records = records_of(whole.bytes);
  const ReadTrace read = read_trace(whole.bytes.substr(0, records.back()));
  EXPECT_EQ(read.ending, Ending::kNoEnd);
  EXPECT_TRUE(is_prefix(read.events, whole.events));
  EXPECT_EQ(read.events.size() + 1, whole.events.size());
}

}  // namespace
}  // namespace tensorleak::trace
