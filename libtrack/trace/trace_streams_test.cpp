// Traces of several streams, made by hand: the order in which their events come out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libtrack/trace/test_traces.hpp"

namespace tensorleak::trace {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::read_trace;
using testing::TraceBuilder;

Event use(std::uint64_t id, Nanoseconds time) {
  return Use{.id = {id}, .time = time};
}
Event lost(std::uint64_t id) {
  return Lost{.id = {id}};
}

/// The ids of the events but for the header and the end.
std::vector<std::string> order(const std::string& bytes) {
  auto events = read_trace(bytes).events;
  events.erase(events.begin());
  std::erase_if(events, [](const std::string& event) { return event.starts_with("End"); });
  for (std::string& event : events) {
    const std::size_t id = event.find("id=");
    if (id != std::string::npos) event = event.substr(id + 3, event.find(' ', id) - id - 3);
  }
  return events;
}

TEST(TraceStreams, WithinAnEpochEventsAreMergedByTime) {
  TraceBuilder trace;
  trace.say(Header{}).say(use(1, 10)).say(use(3, 30)).say(use(5, 50)).seal(0, 0);
  trace.say(use(2, 20)).say(use(4, 40)).seal(1, 0);
  EXPECT_THAT(order(trace.finish()), ElementsAre("1", "2", "3", "4", "5"));
}

TEST(TraceStreams, OfEqualTimesTheLowerStreamComesFirst) {
  TraceBuilder trace;
  trace.say(Header{}).say(use(30, 7)).seal(3, 0);
  trace.say(use(10, 7)).seal(1, 0);
  trace.say(use(20, 7)).seal(2, 0);
  EXPECT_THAT(order(trace.finish()), ElementsAre("10", "20", "30"));
}

TEST(TraceStreams, AnEarlierEpochComesFirstWhateverTheTimes) {
  TraceBuilder trace;
  trace.say(Header{}).say(use(1, 1'000)).seal(0, 0);
  trace.say(use(2, 10)).seal(1, 1);
  EXPECT_THAT(order(trace.finish()), ElementsAre("1", "2"));
}

TEST(TraceStreams, TheOrderWithinAStreamIsKeptEvenWhereItsTimesGoBack) {
  TraceBuilder trace;
  trace.say(Header{}).say(use(1, 50)).say(use(2, 20)).say(use(3, 60)).seal(0, 0);
  trace.say(use(4, 55)).seal(1, 0);
  EXPECT_THAT(order(trace.finish()), ElementsAre("1", "2", "4", "3"));
}

TEST(TraceStreams, AnEventWithoutATimeStaysWithTheOneBeforeIt) {
  TraceBuilder trace;
  trace.say(Header{}).say(use(1, 10)).say(lost(2)).say(use(5, 50)).seal(0, 0);
  trace.say(use(3, 20)).say(lost(4)).seal(1, 0);
  EXPECT_THAT(order(trace.finish()), ElementsAre("1", "2", "3", "4", "5"));
}

TEST(TraceStreams, AStreamMayHaveSeveralBlocksInAnEpoch) {
  TraceBuilder trace;
  trace.say(Header{}).say(use(1, 10)).seal(0, 0);
  trace.say(use(2, 20)).seal(1, 0);
  trace.say(use(3, 30)).seal(0, 0);
  trace.say(use(4, 40)).seal(1, 0);
  trace.say(use(5, 1)).seal(0, 1);
  EXPECT_THAT(order(trace.finish()), ElementsAre("1", "2", "3", "4", "5"));
}

TEST(TraceStreams, ADefinitionComesOutOnceThoughEachStreamSaysIt) {
  TraceBuilder trace;
  trace.say(Header{}).say(StackDefinition{.id = {9}, .frames = {}});
  trace.say(Alloc{.id = {1}, .stack = StackId{9}, .time = 10}).seal(0, 0);
  trace.say(Alloc{.id = {2}, .stack = StackId{9}, .time = 20}).seal(1, 0);
  EXPECT_THAT(order(trace.finish()), ElementsAre("9", "1", "2"));
}

TEST(TraceStreams, AFreeMayStandBeforeItsAllocInTheFile) {
  TraceBuilder trace;
  trace.say(Header{}).say(Free{.id = {1}, .thread = {1}, .time = 20}).seal(1, 0);
  trace.say(Alloc{.id = {1}, .time = 10}).seal(0, 0);
  const auto read = read_trace(trace.finish());
  EXPECT_THAT(read.events.at(1), HasSubstr("Alloc id=1"));
  EXPECT_THAT(read.events.at(2), HasSubstr("Free id=1"));
}

TEST(TraceStreams, AGapIsToldBeforeAndAfterTheEpochThatItMayLieIn) {
  TraceBuilder trace;
  trace.say(Header{}).say(use(1, 10)).seal(0, 0);
  trace.say(use(2, 20)).say(use(3, 30)).lose();
  trace.say(use(4, 40)).seal(0, 1);
  trace.say(use(5, 50)).seal(1, 1);
  trace.say(use(6, 60)).seal(0, 2);
  EXPECT_THAT(order(trace.finish()), ElementsAre("1", HasSubstr("Dropped count=2"), "4", "5",
                                                 HasSubstr("Dropped count=0"), "6"));
}

TEST(TraceStreams, ManyStreamsAreMerged) {
  TraceBuilder trace;
  trace.say(Header{});
  std::vector<std::string> expected;
  expected.reserve(200);
  for (std::uint32_t stream = 0; stream < 200; ++stream)
    trace.say(use(199 - stream, 1'000 - stream)).seal(stream, 0);
  for (int id = 0; id < 200; ++id)
    expected.push_back(std::to_string(id));
  EXPECT_EQ(order(trace.finish()), expected);
}

}  // namespace
}  // namespace tensorleak::trace
