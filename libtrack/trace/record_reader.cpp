#include "libtrack/trace/record_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "libtrack/trace/crc32c.hpp"
#include "libtrack/trace/trace_layout.hpp"

namespace tensorleak::trace {
namespace {

constexpr std::size_t kPiece = std::size_t{64} * 1024;
constexpr std::string_view kCopyAgain = "copy the file again, or record again";

}  // namespace

Result<RecordReader> RecordReader::open(std::unique_ptr<ByteStream> stream) {
  RecordReader reader(std::move(stream));
  if (auto error = reader.read_header()) return fail(std::move(*error));
  return reader;
}

Error RecordReader::error(std::string what, std::string cure) const {
  return {.file = stream_->name(), .what = std::move(what), .cure = std::move(cure)};
}

std::span<const std::byte> RecordReader::rest() const {
  return std::span(buffer_).subspan(begin_, end_ - begin_);
}

/// Sees to it that `size` bytes are there; false where the file has fewer. The buffer grows with
/// what is read, not with what the file claims.
Result<bool> RecordReader::fill(std::size_t size) {
  while (end_ - begin_ < size && !at_end_) {
    if (begin_ > 0 && buffer_.size() - end_ < kPiece) {
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    if (buffer_.size() - end_ < kPiece) buffer_.resize(std::max(2 * kPiece, buffer_.size() * 2));
    const auto count =
        stream_->read({reinterpret_cast<char*>(buffer_.data()) + end_, buffer_.size() - end_});
    if (!count) return fail(count.error());
    end_ += *count;
    at_end_ = *count == 0;
  }
  return end_ - begin_ >= size;
}

std::optional<Error> RecordReader::read_header() {
  const auto is_there = fill(kFileHeaderSize);
  if (!is_there) return is_there.error();
  const std::string_view start(reinterpret_cast<const char*>(rest().data()),
                               std::min(rest().size(), kTraceMagic.size()));
  if (start.empty()) return error("the file is empty, expected a trace", "record again");
  if (!kTraceMagic.starts_with(start)) {
    return error("this is no trace: it starts with other bytes",
                 "give a file that tensorleak recorded");
  }
  if (!*is_there) {
    return error("the file ends before the header of the trace is complete",
                 std::string(kCopyAgain));
  }
  header_ = load_file_header(rest().first<kFileHeaderSize>()).value();
  if (header_.major != kTraceMajor) {
    return error(fmt::format("version {}.{} of the trace, this tensorleak reads version {}",
                             header_.major, header_.minor, kTraceMajor),
                 "use the tensorleak that goes with the recorder");
  }
  return check_header(header_.size);
}

std::optional<Error> RecordReader::check_header(std::size_t size) {
  Error damaged = error("the header of the trace is damaged", std::string(kCopyAgain));
  if (size < kFileHeaderSize || size > kMaxFileHeaderSize) return damaged;
  const auto is_there = fill(size);
  if (!is_there) return is_there.error();
  if (!*is_there || !is_sound_file_header(rest().first(size))) return damaged;
  const std::uint64_t unknown = header_.required_features & ~kKnownFeatures;
  if (unknown != 0) {
    return error(
        fmt::format("the trace needs features ({:#x}) that this tensorleak does not know", unknown),
        "use a newer tensorleak");
  }
  drop(size);
  return std::nullopt;
}

Result<std::optional<Record>> RecordReader::next() {
  drop(std::exchange(pending_, 0));
  for (;;) {
    const auto has_header = fill(kRecordHeaderSize);
    if (!has_header) return fail(has_header.error());
    if (!*has_header) return at_end_of_file();
    if (searching_ && !skip_to_marker()) continue;
    if (rest().size() < kRecordHeaderSize) continue;
    const auto header = load_record_header(rest().first<kRecordHeaderSize>());
    if (!header || header->length > kMaxRecordSize) {
      skip("no sound record starts here");
      continue;
    }
    const std::size_t size = kRecordHeaderSize + header->length;
    const auto is_whole = fill(size);
    if (!is_whole) return fail(is_whole.error());
    if (!*is_whole) {
      is_cut_ = true;
      skip(fmt::format("a record of {} bytes is cut short", size));
      continue;
    }
    const auto payload = rest().subspan(kRecordHeaderSize, header->length);
    if (crc32c(payload) != header->payload_checksum) {
      skip(fmt::format("the checksum of a record of {} bytes is wrong", size));
      continue;
    }
    searching_ = false;
    is_cut_ = false;
    pending_ = size;
    return Record{.type = header->type, .payload = payload, .offset = offset_};
  }
}

Result<std::optional<Record>> RecordReader::at_end_of_file() {
  if (!rest().empty() && !searching_) {
    is_cut_ = true;
    faults_.note(offset_, fmt::format("{} bytes that are no whole record", rest().size()));
  }
  if (stream_->ended_early()) is_cut_ = true;
  drop(rest().size());
  return std::nullopt;
}

/// Leaves out the byte at hand and looks for the next marker from there; a run of bad bytes is
/// noted once.
void RecordReader::skip(std::string what) {
  if (!searching_) faults_.note(offset_, std::move(what));
  searching_ = true;
  drop(1);
}

/// Drops bytes up to the next marker; false where what has been read has none.
bool RecordReader::skip_to_marker() {
  const auto bytes = rest();
  const void* found = ::memmem(bytes.data(), bytes.size(), kSyncMarker.data(), kSyncMarker.size());
  if (found != nullptr) {
    drop(static_cast<std::size_t>(static_cast<const std::byte*>(found) - bytes.data()));
    return true;
  }
  drop(bytes.size() - (kSyncMarker.size() - 1));
  return false;
}

}  // namespace tensorleak::trace
