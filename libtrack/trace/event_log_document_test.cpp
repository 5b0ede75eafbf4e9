// Holds docs/event-log.md to what the reader does.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "libtrack/trace/test_files.hpp"

namespace tensorleak::trace {
namespace {

std::string document() {
  std::ifstream file(TENSORLEAK_SOURCE_DIR "/docs/event-log.md");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string example() {
  const std::string text = document();
  constexpr std::string_view kFence = "```jsonl\n";
  const std::size_t begin = text.find(kFence) + kFence.size();
  return text.substr(begin, text.find("```", begin) - begin);
}

TEST(EventLogDocument, ItsExampleIsAWholeLog) {
  const testing::TempFolder folder;
  const auto recording = testing::read_log(folder.write("example.jsonl", example()));
  EXPECT_EQ(recording.error, "");
  EXPECT_EQ(recording.ending, Ending::kClean);
  EXPECT_EQ(recording.events.size(), 24u);
  for (const std::string& event : recording.events)
    EXPECT_FALSE(event.starts_with("Unknown"));
}

TEST(EventLogDocument, ItsExampleAgreesWithItsCounters) {
  const testing::TempFolder folder;
  auto reader = EventLogReader::open(folder.write("example.jsonl", example())).value();
  std::map<TensorId, Alloc> live;
  int checks = 0;
  while (const Event* event = reader->next().value()) {
    if (const auto* alloc = std::get_if<Alloc>(event)) live[alloc->id] = *alloc;
    if (const auto* free = std::get_if<Free>(event)) live.erase(free->id);
    if (const auto* counter = std::get_if<Counter>(event)) {
      std::map<BufferId, std::uint64_t> buffers;
      std::uint64_t bytes = 0;
      for (const auto& [id, tensor] : live)
        buffers[tensor.buffer.value()] = tensor.bytes;
      for (const auto& [id, size] : buffers)
        bytes += size;
      EXPECT_EQ(counter->tensors, live.size());
      EXPECT_EQ(counter->buffers, buffers.size());
      EXPECT_EQ(counter->bytes, bytes);
      ++checks;
    }
  }
  EXPECT_EQ(checks, 3);
}

TEST(EventLogDocument, NamesEveryKindOfEvent) {
  const std::string text = document();
  for (const char* heading :
       {"### header\n", "### alloc\n", "### free\n", "### use\n", "### keep\n", "### name\n",
        "### flag\n", "### lost\n", "### scope, scope_end\n", "### frame\n", "### counter\n",
        "### stack\n", "### module\n", "### misuse\n", "### dropped\n", "### end\n"}) {
    EXPECT_NE(text.find(heading), std::string::npos) << heading;
  }
}

}  // namespace
}  // namespace tensorleak::trace
