// What /proc says of this process.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tensorleak::record {

/// Resident memory; absent where it cannot be read.
std::optional<std::uint64_t> resident_bytes() noexcept;

using CommandLine = std::array<char, 4096>;

/// The program and its arguments with spaces between them, cut where `buffer` ends.
std::string_view command_line(CommandLine& buffer) noexcept;

}  // namespace tensorleak::record
