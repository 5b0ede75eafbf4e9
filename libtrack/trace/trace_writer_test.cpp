// What a writer takes in comes out of a reader; and what a writer does when it cannot go on.
#include "libtrack/trace/trace_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <new>

#include "libtrack/trace/event_decoder.hpp"
#include "libtrack/trace/live_tally.hpp"
#include "libtrack/trace/test_traces.hpp"
#include "libtrack/trace/trace_layout.hpp"

namespace tensorleak::trace {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using testing::loop_events;
using testing::MemorySink;
using testing::random_events;
using testing::read_trace;
using testing::sample_events;
using testing::Take;
using testing::Trace;
using testing::write_trace;

/// Gives memory until it has given enough.
class ScarceMemory final : public std::pmr::memory_resource {
 public:
  explicit ScarceMemory(std::size_t most) : left_(most) {}

 private:
  void* do_allocate(std::size_t size, std::size_t alignment) override {
    if (size > left_) throw std::bad_alloc();
    left_ -= size;
    return std::pmr::new_delete_resource()->allocate(size, alignment);
  }
  void do_deallocate(void* place, std::size_t size, std::size_t alignment) override {
    std::pmr::new_delete_resource()->deallocate(place, size, alignment);
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  std::size_t left_;
};

TEST(TraceWriter, EveryKindOfEventIsReadAsItWasWritten) {
  const Trace trace = write_trace(sample_events);
  const auto read = read_trace(trace.bytes);
  EXPECT_EQ(read.error, "");
  EXPECT_THAT(read.events, ElementsAreArray(trace.events));
  EXPECT_EQ(read.ending, Ending::kNoEnd);
  EXPECT_EQ(read.faults, 0u);
}

TEST(TraceWriter, EveryKindIsReadAsItWasWrittenWithABlockForEachEvent) {
  const Trace trace = write_trace(sample_events, 1);
  EXPECT_THAT(read_trace(trace.bytes).events, ElementsAreArray(trace.events));
}

TEST(TraceWriter, RandomEventsAreReadAsTheyWereWritten) {
  for (const std::uint32_t seed : {1u, 2u, 3u}) {
    for (const std::size_t flush_every : {0u, 100u}) {
      const Trace trace =
          write_trace([&](const Take& take) { random_events(seed, 10'000, take); }, flush_every);
      const auto read = read_trace(trace.bytes);
      EXPECT_EQ(read.error, "");
      EXPECT_TRUE(read.events == trace.events) << "seed " << seed;
    }
  }
}

TEST(TraceWriter, SealsABlockWhenItIsLargeAndStaysEqual) {
  const Trace trace = write_trace([](const Take& take) { random_events(5, 120'000, take); });
  EXPECT_GT(testing::records_of(trace.bytes).size(), 4u);
  EXPECT_TRUE(read_trace(trace.bytes).events == trace.events);
}

TEST(TraceWriter, AnEndMakesTheEndingClean) {
  const Trace trace = write_trace([](const Take& take) { loop_events(3, take); });
  const auto read = read_trace(trace.bytes);
  EXPECT_EQ(read.ending, Ending::kClean);
  EXPECT_THAT(read.events, ElementsAreArray(trace.events));
}

TEST(TraceWriter, WhatFollowsAnEndIsLeftOut) {
  const Trace trace = write_trace([](const Take& take) {
    take(Header{});
    take(End{.time = 5});
    take(Lost{.id = {1}});
  });
  EXPECT_THAT(read_trace(trace.bytes).events,
              ElementsAre("Header version=1 rule=buffer", "End t=5"));
}

TEST(TraceWriter, ATraceWithoutEventsHasTheHeaderThatSaysNothing) {
  const Trace trace = write_trace([](const Take&) {});
  const auto read = read_trace(trace.bytes);
  EXPECT_THAT(read.events, ElementsAre("Header version=1 rule=buffer"));
  EXPECT_EQ(read.ending, Ending::kNoEnd);
}

TEST(TraceWriter, ASecondHeaderAndASecondDefinitionAreLeftOut) {
  const Trace trace = write_trace([](const Take& take) {
    take(Header{.runtime = "first"});
    take(Header{.runtime = "second"});
    take(StackDefinition{.id = {1}, .frames = {}});
    const std::array frames = {StackFrame{.function = "f"}};
    take(StackDefinition{.id = {1}, .frames = frames});
  });
  EXPECT_THAT(read_trace(trace.bytes).events,
              ElementsAre("Header version=1 runtime=first rule=buffer", "StackDefinition id=1"));
}

TEST(TraceWriter, FillsInTheModuleThatCoversAnAddressAtThatTime) {
  const Trace trace = write_trace([](const Take& take) {
    take(Header{});
    const std::array frames = {StackFrame{.address = 0x1500}, StackFrame{.address = 0x9999}};
    take(ModuleDefinition{.id = {1}, .begin = 0x1000, .end = 0x2000});
    take(StackDefinition{.id = {1}, .frames = frames});
    take(ModuleDefinition{.id = {2}, .begin = 0x1000, .end = 0x3000});
    take(StackDefinition{.id = {2}, .frames = frames});
  });
  const auto read = read_trace(trace.bytes);
  EXPECT_EQ(read.events.at(2),
            "StackDefinition id=1 frame=@:0:0 address=5376 module=1 frame=@:0:0 address=39321");
  EXPECT_THAT(read.events.at(4), HasSubstr("address=5376 module=2"));
}

TEST(TraceWriter, KeepsToTheBoundsOfTheFormat) {
  const std::vector<std::uint64_t> shape(kMaxRank + 1, 2);
  const std::string text(kMaxTextSize + 1, 'x');
  const std::vector<StackFrame> frames(kMaxStackDepth + 1, StackFrame{.address = 1});
  const std::vector<Resource> resources(kMaxResources + 1, Resource{.name = "r"});
  const Trace trace = write_trace([&](const Take& take) {
    take(Header{.program = text});
    take(Alloc{.id = {1}, .shape = std::span<const std::uint64_t>(shape), .op = text});
    take(StackDefinition{.id = {1}, .frames = frames});
    take(Counter{.resources = resources});
    take(Name{.id = {1}, .text = text});
  });
  const auto read = read_trace(trace.bytes);
  EXPECT_EQ(read.faults, 0u);
  ASSERT_EQ(read.events.size(), 5u);
  EXPECT_EQ(read.events[1],
            "Alloc id=1 bytes=0 op=" + std::string(kMaxTextSize, 'x') + " thread=0 t=0 flags=0");
  EXPECT_EQ(read.events[4], "Name id=1 text=" + std::string(kMaxTextSize, 'x'));
}

TEST(TraceWriter, FailsForGoodWhenTheSinkRefuses) {
  MemorySink sink(100);
  TraceWriter writer(sink, std::pmr::new_delete_resource());
  EXPECT_TRUE(writer.write(Header{}));
  EXPECT_FALSE(writer.flush());
  EXPECT_FALSE(writer.write(Lost{}));
  EXPECT_FALSE(writer.finish());
  EXPECT_EQ(sink.bytes().size(), kFileHeaderSize);
}

TEST(TraceWriter, FailsWithoutMemoryAndKeepsWhatItHad) {
  const Trace whole = write_trace([](const Take& take) { random_events(9, 3'000, take); });
  std::size_t failures = 0;
  for (std::size_t most = 0; most < 3'000'000; most += 99'991) {
    ScarceMemory memory(most);
    MemorySink sink;
    bool sound = true;
    {
      TraceWriter writer(sink, &memory);
      random_events(9, 3'000, [&](const Event& event) { sound = writer.write(event) && sound; });
      sound = writer.finish() && sound;
    }
    failures += sound ? 0 : 1;
    if (sink.bytes().empty()) continue;
    const auto read = read_trace(sink.bytes());
    EXPECT_EQ(read.error, "");
    ASSERT_LE(read.events.size(), whole.events.size());
    EXPECT_TRUE(std::equal(read.events.begin() + 1, read.events.end(), whole.events.begin() + 1));
  }
  EXPECT_GT(failures, 3u);
}

TEST(TraceWriter, AllocatesFromItsMemoryAlone) {
  std::pmr::set_default_resource(std::pmr::null_memory_resource());
  MemorySink sink;
  bool sound = true;
  {
    TraceWriter writer(sink, std::pmr::new_delete_resource());
    random_events(4, 5'000, [&](const Event& event) { sound = writer.write(event) && sound; });
    sound = writer.finish() && sound;
  }
  std::pmr::set_default_resource(nullptr);
  EXPECT_TRUE(sound);
}

TEST(TraceWriter, EachBlockCountsWhatIsAliveAtItsStart) {
  const Trace trace = write_trace(
      [](const Take& take) {
        take(Header{});
        take(Alloc{.id = {1}, .bytes = 10});
        take(Alloc{.id = {2}, .bytes = 5});
        take(FrameMark{});
        take(Free{.id = {1}});
        take(Free{.id = {99}});
      },
      2);
  std::vector<std::array<std::uint64_t, 4>> blocks;
  for (const std::size_t offset : testing::records_of(trace.bytes)) {
    const auto payload = std::as_bytes(std::span(trace.bytes)).subspan(offset + kRecordHeaderSize);
    const auto record = load_record_header(
        std::as_bytes(std::span(trace.bytes)).subspan(offset).first<kRecordHeaderSize>());
    if (record->type != static_cast<std::uint32_t>(RecordType::kBlock)) continue;
    const auto header = load_block_header(payload.first(record->length)).value();
    blocks.push_back({header.live_tensors, header.live_bytes, header.frame, header.first_event});
  }
  EXPECT_THAT(blocks, ElementsAre(std::array<std::uint64_t, 4>{0, 0, 0, 0},
                                  std::array<std::uint64_t, 4>{1, 10, 0, 2},
                                  std::array<std::uint64_t, 4>{2, 15, 1, 4}));
}

TEST(LiveTally, AgreesWithAMap) {
  LiveTally tally(std::pmr::new_delete_resource());
  std::map<std::uint64_t, std::uint64_t> map;
  std::uint64_t random = 1;
  for (int i = 0; i < 100'000; ++i) {
    random = random * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    const std::uint64_t id = (random >> 40) % 3'000;
    if ((random >> 33) % 2 == 0) {
      tally.add(id, random >> 50);
      map[id] = random >> 50;
    } else {
      tally.remove(id);
      map.erase(id);
    }
  }
  std::uint64_t bytes = 0;
  for (const auto& [id, size] : map)
    bytes += size;
  EXPECT_EQ(tally.tensors(), map.size());
  EXPECT_EQ(tally.bytes(), bytes);
}

}  // namespace
}  // namespace tensorleak::trace
