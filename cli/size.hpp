// Amounts of memory as people write them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace tensorleak::cli {

/// Bytes of "4GiB", "1.5 GiB", "512MB", "2g" or "4294967296"; upper or lower case does not matter.
/// KB, MB … are powers of 1000; KiB, MiB …, and a letter alone, powers of 1024. Fails in words on
/// anything else, on nothing and on more than 2^63 - 1 bytes.
tl::expected<std::uint64_t, std::string> parse_size(std::string_view text);

}  // namespace tensorleak::cli
