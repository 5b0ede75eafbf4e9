// The test vectors of RFC 3720, appendix B.4.
#include "libtrack/trace/crc32c.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace tensorleak::trace {
namespace {

using Bytes32 = std::array<std::byte, 32>;

Bytes32 filled(int first, int step) {
  Bytes32 bytes = {};
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::byte>(first + step * static_cast<int>(i));
  return bytes;
}

void expect_both(std::span<const std::byte> bytes, std::uint32_t checksum) {
  EXPECT_EQ(crc32c(bytes), checksum);
  EXPECT_EQ(crc32c_by_table(bytes), checksum);
}

TEST(Crc32c, HasTheValuesOfRfc3720) {
  expect_both(filled(0, 0), 0x8a9136aa);
  expect_both(filled(0xff, 0), 0x62a8ab43);
  expect_both(filled(0, 1), 0x46dd794e);
  expect_both(filled(0x1f, -1), 0x113fdb5c);
}

TEST(Crc32c, OfNothingIsZero) {
  expect_both({}, 0);
}

TEST(Crc32c, IsTheSameByInstructionAndByTableAtEveryLength) {
  constexpr std::string_view kText =
      "123456789 and a few bytes more, so that words and rests occur";
  const auto bytes = std::as_bytes(std::span(kText));
  for (std::size_t size = 0; size <= bytes.size(); ++size)
    EXPECT_EQ(crc32c(bytes.first(size)), crc32c_by_table(bytes.first(size)));
  expect_both(bytes.first(9), 0xe3069283);
}

}  // namespace
}  // namespace tensorleak::trace
