#include "libtrack/trace/recording.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libtrack/trace/test_traces.hpp"

namespace tensorleak::trace {
namespace {

using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using testing::Take;
using testing::TempFolder;

std::vector<std::string> events_of(const std::string& path) {
  auto source = open_recording(path);
  if (!source) return {source.error().what};
  std::vector<std::string> events;
  while (const Event* event = (*source)->next().value())
    events.push_back(testing::describe(*event));
  return events;
}

constexpr std::string_view kLog =
    "{\"e\":\"header\",\"format\":\"tensor-event-log\",\"version\":1}\n{\"e\":\"lost\",\"id\":1}\n";

TEST(Recording, ATraceIsKnownByItsFirstBytes) {
  const TempFolder folder;
  const auto trace = testing::write_trace([](const Take& take) { testing::loop_events(4, take); });
  EXPECT_THAT(events_of(folder.write("a.jsonl", trace.bytes)), ElementsAreArray(trace.events));
  EXPECT_THAT(events_of(folder.write("b", testing::gzip(trace.bytes))),
              ElementsAreArray(trace.events));
  EXPECT_THAT(events_of(folder.write("c", testing::zstd(trace.bytes))),
              ElementsAreArray(trace.events));
}

TEST(Recording, EverythingElseIsAnEventLog) {
  const TempFolder folder;
  for (const std::string& bytes : {std::string(kLog), testing::gzip(kLog), testing::zstd(kLog)}) {
    EXPECT_THAT(events_of(folder.write("a.tltrace", bytes)),
                ElementsAreArray({"Header version=1 rule=buffer", "Lost id=1"}));
  }
}

TEST(Recording, ErrorsAreThoseOfTheForm) {
  const TempFolder folder;
  EXPECT_THAT(events_of(folder.write("a", "")).at(0), HasSubstr("the file is empty"));
  EXPECT_THAT(events_of(folder.write("a", "{}")).at(0), HasSubstr("no header"));
  EXPECT_THAT(events_of(folder.write("a", "\x89TLT")).at(0), HasSubstr("header of the trace"));
  // Line breaks changed on the way.
  EXPECT_THAT(events_of(folder.write("a", "\x89TLT\n\x1a\n")).at(0), HasSubstr("no trace"));
  EXPECT_THAT(events_of(folder.path("none")).at(0), HasSubstr("no such file"));
}

TEST(Recording, SaysHowLargeTheFileIs) {
  const TempFolder folder;
  EXPECT_EQ(open_recording(folder.write("a", kLog)).value()->stored_size(), kLog.size());
}

}  // namespace
}  // namespace tensorleak::trace
