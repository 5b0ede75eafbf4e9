#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libtrack/trace/recording.hpp"
#include "libtrack/trace/test_traces.hpp"
#include "libtrack/trace/trace_dump.hpp"

namespace tensorleak::trace {
namespace {

using ::testing::HasSubstr;
using testing::Take;
using testing::TempFolder;
using testing::Trace;

Trace loop(std::size_t frames, std::size_t flush_every) {
  return testing::write_trace([=](const Take& take) { testing::loop_events(frames, take); },
                              flush_every);
}

TraceSurvey survey(std::string_view bytes) {
  const TempFolder folder;
  return trace_verify(folder.write("t", bytes)).value();
}

std::uint64_t count_of(const TraceSurvey& survey, std::string_view kind) {
  for (std::size_t i = 0; i < survey.events_of_kind.size(); ++i)
    if (kind_name(i) == kind) return survey.events_of_kind[i];
  return 0;
}

TEST(TraceVerify, CountsWhatIsThere) {
  const Trace trace = loop(2'000, 10'000);
  const TraceSurvey found = survey(trace.bytes);
  EXPECT_EQ(found.events, trace.events.size());
  EXPECT_EQ(found.blocks, 3u);
  EXPECT_GE(found.zstd_blocks, 2u);
  EXPECT_EQ(found.streams, 1u);
  EXPECT_EQ(found.epochs, 3u);
  EXPECT_EQ(count_of(found, "header"), 1u);
  EXPECT_EQ(count_of(found, "alloc"), 6'000u);
  EXPECT_EQ(count_of(found, "free"), 6'000u);
  EXPECT_EQ(count_of(found, "frame"), 2'000u);
  EXPECT_EQ(count_of(found, "stack"), 1u);
  EXPECT_EQ(count_of(found, "end"), 1u);
  EXPECT_EQ(found.definitions_again, 3u);  // the header in each later block, the stack in one
  EXPECT_EQ(found.file_bytes, trace.bytes.size());
  EXPECT_GT(found.ratio(), 2);
  EXPECT_LT(found.bytes_per_event(), 3);
  EXPECT_TRUE(found.is_whole());
  EXPECT_EQ(found.footer->events, trace.events.size());
  EXPECT_EQ(found.footer->allocs, 6'000u);
  EXPECT_EQ(found.footer->frames, 2'000u);
}

TEST(TraceVerify, SaysWhatIsWrongAndWhere) {
  Trace trace = loop(10, 20);
  const auto records = testing::records_of(trace.bytes);
  trace.bytes[records[1] + 60] ^= 1;
  const TraceSurvey found = survey(trace.bytes);
  EXPECT_FALSE(found.is_whole());
  ASSERT_EQ(found.faults.count(), 2u);
  EXPECT_EQ(found.faults.first()[0].offset, records[1]);
  EXPECT_THAT(found.faults.first()[0].what, HasSubstr("checksum"));
  EXPECT_EQ(found.faults.first()[1].offset, records[2]);
  EXPECT_EQ(found.lost_blocks, 1u);
  EXPECT_EQ(found.lost_events, 20u);
}

TEST(TraceVerify, ACutTraceIsNotWhole) {
  const Trace trace = loop(10, 20);
  const TraceSurvey found = survey(trace.bytes.substr(0, trace.bytes.size() - 10));
  EXPECT_FALSE(found.is_whole());
  EXPECT_TRUE(found.is_cut);
  EXPECT_FALSE(found.footer);
  EXPECT_EQ(found.events, trace.events.size());
}

TEST(TraceVerify, TheNameOfEachKindIsThatOfItsLine) {
  testing::sample_events([](const Event& event) {
    std::string line;
    const TempFolder folder;
    const Trace trace = testing::write_trace([&](const Take& take) { take(event); });
    auto source = open_recording(folder.write("t", trace.bytes)).value();
    dump(*source, [&](std::string_view lines) { line += lines; });
    if (std::holds_alternative<Unknown>(event)) return;
    EXPECT_THAT(line, HasSubstr("\"e\":\"" + std::string(kind_name(event.index())) + "\""));
  });
}

TEST(TraceDump, IsAnEventLogOfTheSameEvents) {
  const TempFolder folder;
  const Trace trace = loop(3'000, 0);
  auto source = open_recording(folder.write("t", trace.bytes)).value();
  std::string log;
  EXPECT_FALSE(dump(*source, [&](std::string_view lines) { log += lines; }));
  const auto read = testing::read_log(folder.write("l", log));
  EXPECT_EQ(read.error, "");
  EXPECT_EQ(read.ending, Ending::kClean);
  EXPECT_TRUE(read.events == trace.events);
}

}  // namespace
}  // namespace tensorleak::trace
