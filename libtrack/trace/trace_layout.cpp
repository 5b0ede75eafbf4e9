#include "libtrack/trace/trace_layout.hpp"

#include <algorithm>
#include <cstring>

#include "libtrack/trace/crc32c.hpp"

namespace tensorleak::trace {
namespace {

/// Puts numbers one behind the other.
class Writer {
 public:
  explicit Writer(std::byte* at) : at_(at) {}

  template <class Number>
  Writer& put(Number number) {
    for (std::size_t i = 0; i < sizeof(Number); ++i)
      *at_++ = static_cast<std::byte>(static_cast<std::uint64_t>(number) >> (8 * i));
    return *this;
  }

  Writer& put(std::string_view text) {
    std::memcpy(at_, text.data(), text.size());
    at_ += text.size();
    return *this;
  }

 private:
  std::byte* at_;
};

class Reader {
 public:
  explicit Reader(const std::byte* at) : at_(at) {}

  template <class Number>
  Reader& get(Number& into) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i)
      number |= std::to_integer<std::uint64_t>(*at_++) << (8 * i);
    into = static_cast<Number>(number);
    return *this;
  }

 private:
  const std::byte* at_;
};

bool starts_with(std::span<const std::byte> bytes, std::string_view text) {
  return bytes.size() >= text.size() && std::memcmp(bytes.data(), text.data(), text.size()) == 0;
}

constexpr std::size_t kChecksumSize = 4;

}  // namespace

void store(const FileHeader& header, std::span<std::byte, kFileHeaderSize> into) noexcept {
  Writer writer(into.data());
  writer.put(kTraceMagic).put(header.major).put(header.minor).put(header.size);
  writer.put(header.required_features).put(std::uint32_t{0});
  writer.put(crc32c(into.first(kFileHeaderSize - kChecksumSize)));
}

std::optional<FileHeader> load_file_header(
    std::span<const std::byte, kFileHeaderSize> from) noexcept {
  if (!starts_with(from, kTraceMagic)) return std::nullopt;
  FileHeader header;
  Reader(from.data() + kTraceMagic.size())
      .get(header.major)
      .get(header.minor)
      .get(header.size)
      .get(header.required_features);
  return header;
}

bool is_sound_file_header(std::span<const std::byte> whole) noexcept {
  std::uint32_t checksum = 0;
  Reader(whole.last(kChecksumSize).data()).get(checksum);
  return checksum == crc32c(whole.first(whole.size() - kChecksumSize));
}

void store(const RecordHeader& header, std::span<std::byte, kRecordHeaderSize> into) noexcept {
  Writer writer(into.data());
  writer.put(kSyncMarker).put(header.type).put(header.length).put(header.payload_checksum);
  writer.put(crc32c(into.first(kRecordHeaderSize - kChecksumSize)));
}

std::optional<RecordHeader> load_record_header(
    std::span<const std::byte, kRecordHeaderSize> from) noexcept {
  if (!starts_with(from, kSyncMarker)) return std::nullopt;
  RecordHeader header;
  std::uint32_t checksum = 0;
  Reader(from.data() + kSyncMarker.size())
      .get(header.type)
      .get(header.length)
      .get(header.payload_checksum)
      .get(checksum);
  if (checksum != crc32c(from.first(kRecordHeaderSize - kChecksumSize))) return std::nullopt;
  return header;
}

void store(const BlockHeader& header, std::span<std::byte, kBlockHeaderSize> into) noexcept {
  Writer writer(into.data());
  writer.put(header.size).put(header.codec).put(header.sequence).put(header.epoch);
  writer.put(header.stream).put(header.event_count).put(header.first_event).put(header.frame);
  writer.put(header.live_tensors).put(header.live_bytes);
  writer.put(header.first_time).put(header.last_time);
  writer.put(header.raw_size).put(header.stored_size);
}

std::optional<BlockHeader> load_block_header(std::span<const std::byte> payload) noexcept {
  if (payload.size() < kBlockHeaderSize) return std::nullopt;
  BlockHeader header;
  Reader reader(payload.data());
  reader.get(header.size).get(header.codec).get(header.sequence).get(header.epoch);
  reader.get(header.stream).get(header.event_count).get(header.first_event).get(header.frame);
  reader.get(header.live_tensors).get(header.live_bytes);
  reader.get(header.first_time).get(header.last_time);
  reader.get(header.raw_size).get(header.stored_size);
  if (header.size < kBlockHeaderSize || header.size > payload.size()) return std::nullopt;
  if (header.stored_size != payload.size() - header.size) return std::nullopt;
  if (header.raw_size > kMaxBlockSize) return std::nullopt;
  if (header.event_count > header.raw_size) return std::nullopt;
  return header;
}

void store(std::span<const ColumnSize, kColumns> sizes,
           std::span<std::byte, kColumnTableSize> into) noexcept {
  Writer writer(into.data());
  writer.put(static_cast<std::uint32_t>(sizes.size()));
  for (const ColumnSize& size : sizes)
    writer.put(size.raw).put(size.stored);
}

std::optional<ColumnTable> load_column_table(const BlockHeader& header,
                                             std::span<const std::byte> stored) noexcept {
  ColumnTable table;
  std::uint32_t count = 0;
  if (stored.size() < sizeof count) return std::nullopt;
  Reader(stored.data()).get(count);
  stored = stored.subspan(sizeof count);
  if (count > kMaxColumns || stored.size() < count * sizeof(ColumnSize)) return std::nullopt;
  table.columns = stored.subspan(count * sizeof(ColumnSize));
  std::uint64_t raw = 0;
  std::uint64_t in_file = 0;
  Reader reader(stored.data());
  for (std::uint32_t i = 0; i < count; ++i) {
    ColumnSize size;
    reader.get(size.raw).get(size.stored);
    if (size.stored > size.raw) return std::nullopt;
    raw += size.raw;
    in_file += size.stored;
    if (i < kColumns) table.sizes[i] = size;
  }
  if (raw != header.raw_size || in_file != table.columns.size()) return std::nullopt;
  return table;
}

void store(const Footer& footer, std::span<std::byte, kFooterSize> into) noexcept {
  Writer writer(into.data());
  writer.put(footer.events).put(footer.allocs).put(footer.frees).put(footer.frames);
  writer.put(footer.blocks).put(std::uint32_t{footer.clean_end}).put(std::uint32_t{0});
}

std::optional<Footer> load_footer(std::span<const std::byte> payload) noexcept {
  if (payload.size() < kFooterSize) return std::nullopt;
  Footer footer;
  std::uint32_t clean_end = 0;
  Reader(payload.data())
      .get(footer.events)
      .get(footer.allocs)
      .get(footer.frees)
      .get(footer.frames)
      .get(footer.blocks)
      .get(clean_end);
  footer.clean_end = clean_end == 1;
  return footer;
}

}  // namespace tensorleak::trace
