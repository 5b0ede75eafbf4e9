#include "libtrack/trace/block_sealer.hpp"

#define ZSTD_STATIC_LINKING_ONLY  // for a context in memory of ours
#include <zstd.h>

#include <algorithm>
#include <array>
#include <new>

#include "libtrack/trace/crc32c.hpp"
#include "libtrack/trace/trace_layout.hpp"

namespace tensorleak::trace {
namespace {

constexpr int kLevel = 1;
constexpr std::size_t kHeaders = kRecordHeaderSize + kBlockHeaderSize + kColumnTableSize;
constexpr std::size_t kAlignment = 64;

}  // namespace

BlockSealer::BlockSealer(std::pmr::memory_resource* memory)
    : memory_(memory),
      workspace_size_(ZSTD_estimateCCtxSize(kLevel)),
      workspace_(memory->allocate(workspace_size_, kAlignment)),
      context_(ZSTD_initStaticCCtx(workspace_, workspace_size_)),
      record_(memory) {}

BlockSealer::~BlockSealer() {
  memory_->deallocate(workspace_, workspace_size_, kAlignment);
}

/// Stores a column, compressed where that is shorter; returns its size.
std::size_t BlockSealer::put(std::span<const std::byte> column, std::span<std::byte> into) {
  if (context_ != nullptr && !column.empty()) {
    const std::size_t size =
        ZSTD_compressCCtx(context_, into.data(), into.size(), column.data(), column.size(), kLevel);
    if (ZSTD_isError(size) == 0 && size < column.size()) return size;
  }
  std::ranges::copy(column, into.begin());
  return column.size();
}

std::span<const std::byte> BlockSealer::seal(BlockHeader header, const ColumnViews& columns) {
  std::size_t most = kHeaders;
  for (const auto& column : columns)
    most += ZSTD_compressBound(column.size());
  if (record_.size() < most) record_.resize(most);
  std::array<ColumnSize, kColumns> sizes = {};
  std::size_t size = kHeaders;
  header.raw_size = 0;
  header.codec = static_cast<std::uint32_t>(Codec::kNone);
  for (std::size_t i = 0; i < kColumns; ++i) {
    const std::size_t stored = put(columns[i], std::span(record_).subspan(size));
    sizes[i] = {.raw = static_cast<std::uint32_t>(columns[i].size()),
                .stored = static_cast<std::uint32_t>(stored)};
    if (stored < columns[i].size()) header.codec = static_cast<std::uint32_t>(Codec::kZstd);
    header.raw_size += sizes[i].raw;
    size += stored;
  }
  const std::span payload = std::span(record_).subspan(kRecordHeaderSize, size - kRecordHeaderSize);
  header.stored_size = static_cast<std::uint32_t>(payload.size() - kBlockHeaderSize);
  store(header, payload.first<kBlockHeaderSize>());
  store(sizes, payload.subspan<kBlockHeaderSize, kColumnTableSize>());
  store(RecordHeader{.type = static_cast<std::uint32_t>(RecordType::kBlock),
                     .length = static_cast<std::uint32_t>(payload.size()),
                     .payload_checksum = crc32c(payload)},
        std::span(record_).first<kRecordHeaderSize>());
  return std::span(record_).first(size);
}

}  // namespace tensorleak::trace
