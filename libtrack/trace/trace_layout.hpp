// The fixed parts of a binary trace as bytes (docs/trace-format.md), little-endian on every
// machine.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "libtrack/trace/trace_format.hpp"

namespace tensorleak::trace {

void store(const FileHeader& header, std::span<std::byte, kFileHeaderSize> into) noexcept;
void store(const RecordHeader& header, std::span<std::byte, kRecordHeaderSize> into) noexcept;
void store(const BlockHeader& header, std::span<std::byte, kBlockHeaderSize> into) noexcept;
void store(const Footer& footer, std::span<std::byte, kFooterSize> into) noexcept;

void store(std::span<const ColumnSize, kColumns> sizes,
           std::span<std::byte, kColumnTableSize> into) noexcept;

/// The part of a file header that every major version has: magic, version, size. Nothing where the
/// magic is another.
std::optional<FileHeader> load_file_header(
    std::span<const std::byte, kFileHeaderSize> from) noexcept;

/// Whether the checksum at the end of a complete file header is that of the bytes before it.
bool is_sound_file_header(std::span<const std::byte> whole) noexcept;

/// Nothing where the sync marker or the checksum of the header is wrong.
std::optional<RecordHeader> load_record_header(
    std::span<const std::byte, kRecordHeaderSize> from) noexcept;

/// Nothing where the payload is too short for what it says, or a bound is broken.
std::optional<BlockHeader> load_block_header(std::span<const std::byte> payload) noexcept;

/// The sizes of the columns of a block and the bytes behind the table, those of later versions too.
/// Nothing where the sizes and the bytes contradict each other or the header.
struct ColumnTable {
  std::array<ColumnSize, kColumns> sizes = {};
  std::span<const std::byte> columns;
};
std::optional<ColumnTable> load_column_table(const BlockHeader& header,
                                             std::span<const std::byte> stored) noexcept;

std::optional<Footer> load_footer(std::span<const std::byte> payload) noexcept;

}  // namespace tensorleak::trace
