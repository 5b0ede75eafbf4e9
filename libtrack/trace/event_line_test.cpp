// Events as lines of an event log: what is written is what the reader of logs reads.
#include "libtrack/trace/event_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libtrack/trace/test_traces.hpp"

namespace tensorleak::trace {
namespace {

using testing::describe;
using ::testing::ElementsAreArray;

std::string line_of(const Event& event) {
  std::string line;
  append_line(event, line);
  return line;
}

TEST(EventLine, EveryKindIsReadAsItWasWritten) {
  std::string lines;
  std::vector<std::string> events;
  testing::sample_events([&](const Event& event) {
    append_line(event, lines);
    events.push_back(describe(event));
  });
  events.back() = "Unknown kind=x-unknown";
  const auto log = testing::read_lines(lines, "");
  EXPECT_EQ(log.error, "");
  EXPECT_THAT(log.events, ElementsAreArray(events));
}

TEST(EventLine, SpellsAnAddressAndItsModule) {
  const std::array frames = {StackFrame{.address = 4660, .module = ModuleId{9}}};
  EXPECT_EQ(line_of(StackDefinition{.id = {1}, .frames = frames}),
            R"({"e":"stack","id":1,"frames":[{"addr":4660,"module":9}]})"
            "\n");
}

TEST(EventLine, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ(line_of(Alloc{.id = {1}, .bytes = 4, .time = 7}),
            R"({"e":"alloc","t":7,"id":1,"bytes":4})"
            "\n");
}

TEST(EventLine, MakesAnyBytesValidText) {
  EXPECT_EQ(line_of(Name{.id = {1}, .text = "a\"b\n\xff"}),
            "{\"e\":\"name\",\"id\":1,\"name\":\"a\\\"b\\n\xef\xbf\xbd\"}\n");
}

TEST(EventLine, AFlagOfALaterVersionIsReadAsUnknown) {
  const auto log = testing::read_line(
      line_of(FlagChange{.id = {1}, .flag = static_cast<Flag>(64)}).substr(0, 99));
  EXPECT_EQ(log, "Unknown kind=flag");
}

}  // namespace
}  // namespace tensorleak::trace
