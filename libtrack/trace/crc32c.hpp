// CRC-32C, the checksum of RFC 3720 (iSCSI), appendix B.4. Debian has no C or C++ library for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tensorleak::trace {

/// The checksum of `bytes`, by the processor's own instruction where it has one.
std::uint32_t crc32c(std::span<const std::byte> bytes) noexcept;

/// The same by a table, on every processor.
std::uint32_t crc32c_by_table(std::span<const std::byte> bytes) noexcept;

}  // namespace tensorleak::trace
