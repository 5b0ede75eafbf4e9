// Holds docs/trace-format.md to the constants.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "libtrack/trace/trace_format.hpp"

namespace tensorleak::trace {
namespace {

using ::testing::HasSubstr;

std::string document() {
  std::ifstream file(TENSORLEAK_SOURCE_DIR "/docs/trace-format.md");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string hexadecimal(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes)
    text += fmt::format("{}{:02X}", text.empty() ? "" : " ", static_cast<unsigned char>(byte));
  return text;
}

TEST(TraceDocument, GivesTheVersionAndTheMarkers) {
  const std::string text = document();
  EXPECT_THAT(text, HasSubstr(fmt::format("# The binary trace, version {}.{}\n", kTraceMajor,
                                          kTraceMinor)));
  EXPECT_THAT(text, HasSubstr("magic `" + hexadecimal(kTraceMagic) + "`"));
  EXPECT_THAT(text, HasSubstr("sync marker `" + hexadecimal(kSyncMarker) + "`"));
}

TEST(TraceDocument, GivesTheSizes) {
  const std::string text = document();
  EXPECT_THAT(text, HasSubstr(fmt::format("size of this header, {}; at most", kFileHeaderSize)));
  EXPECT_THAT(text, HasSubstr(fmt::format("size of this header, {}; columns", kBlockHeaderSize)));
  EXPECT_THAT(text, HasSubstr(fmt::format("| {} | length | payload |", kRecordHeaderSize)));
  EXPECT_THAT(text, HasSubstr(fmt::format("| {} | 4 | 0 |\n\n## Items", kFooterSize - 4)));
}

TEST(TraceDocument, GivesEachCode) {
  const std::string text = document();
  for (auto code = static_cast<int>(ItemCode::kHeader);
       code <= static_cast<int>(ItemCode::kAllocKind); ++code)
    EXPECT_THAT(text, HasSubstr(fmt::format("\n| {} | ", code)));
  EXPECT_THAT(text, HasSubstr(fmt::format("\n| {} … | ", static_cast<int>(ItemCode::kFirstSized))));
}

TEST(TraceDocument, GivesTheBounds) {
  const std::string text = document();
  constexpr std::size_t kMebibyte = std::size_t{1024} * 1024;
  EXPECT_THAT(text, HasSubstr(fmt::format("| raw block | {} MiB |", kMaxBlockSize / kMebibyte)));
  EXPECT_THAT(text, HasSubstr(fmt::format("| text | {} MiB |", kMaxTextSize / kMebibyte)));
  EXPECT_THAT(text,
              HasSubstr(fmt::format("| definition | {} MiB |", kMaxDefinitionSize / kMebibyte)));
  EXPECT_THAT(text, HasSubstr(fmt::format("| rank of a shape | {} |", kMaxRank)));
  EXPECT_THAT(text, HasSubstr(fmt::format("| columns of a block | {} |", kMaxColumns)));
  EXPECT_THAT(text, HasSubstr(fmt::format("at most {} MiB raw", kMaxEpochSize / kMebibyte)));
  EXPECT_EQ(kMaxStreams, 1'024u);
  EXPECT_EQ(kMaxStackDepth, 65'536u);
  EXPECT_EQ(kMaxResources, 4'096u);
}

}  // namespace
}  // namespace tensorleak::trace
