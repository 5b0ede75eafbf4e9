// A trace of each version of the format is kept for good, with what it says as an event log beside
// it. tests/data/trace-v1.tltrace, of version 1.0, trace-v1.1.tltrace and
// trace-v1.2.tltrace are what `trace-bench --record` makes of the .jsonl of the same name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "libtrack/trace/recording.hpp"
#include "libtrack/trace/test_traces.hpp"
#include "libtrack/trace/trace_dump.hpp"

namespace tensorleak::trace {
namespace {

const std::string kFolder = TENSORLEAK_SOURCE_DIR "/tests/data/";

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(TraceGolden, Version1IsReadAsEver) {
  auto source = open_recording(kFolder + "trace-v1.tltrace").value();
  std::string log;
  EXPECT_FALSE(dump(*source, [&](std::string_view lines) { log += lines; }));
  EXPECT_EQ(log, contents(kFolder + "trace-v1.jsonl"));
  EXPECT_EQ(source->ending(), Ending::kClean);
}

TEST(TraceGolden, Version1IsWhole) {
  const auto survey = trace_verify(kFolder + "trace-v1.tltrace").value();
  EXPECT_TRUE(survey.is_whole());
  EXPECT_EQ(survey.header.major, 1);
  EXPECT_EQ(survey.blocks, 3u);
  // Every kind of event but those of later versions.
  constexpr std::size_t kKinds = 17;
  for (std::size_t kind = 1; kind < kKinds; ++kind)
    EXPECT_GT(survey.events_of_kind[kind], 0u) << kind_name(kind);
}

TEST(TraceGolden, Version1_1IsReadAsEver) {
  auto source = open_recording(kFolder + "trace-v1.1.tltrace").value();
  std::string log;
  EXPECT_FALSE(dump(*source, [&](std::string_view lines) { log += lines; }));
  EXPECT_EQ(log, contents(kFolder + "trace-v1.1.jsonl"));
  const auto survey = trace_verify(kFolder + "trace-v1.1.tltrace").value();
  EXPECT_TRUE(survey.is_whole());
  EXPECT_EQ(survey.header.minor, 1);
}

TEST(TraceGolden, Version1_2IsReadAsEver) {
  auto source = open_recording(kFolder + "trace-v1.2.tltrace").value();
  std::string log;
  EXPECT_FALSE(dump(*source, [&](std::string_view lines) { log += lines; }));
  EXPECT_EQ(log, contents(kFolder + "trace-v1.2.jsonl"));
  const auto survey = trace_verify(kFolder + "trace-v1.2.tltrace").value();
  EXPECT_TRUE(survey.is_whole());
  EXPECT_EQ(survey.header.minor, 2);
}

}  // namespace
}  // namespace tensorleak::trace
