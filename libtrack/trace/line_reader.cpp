#include "libtrack/trace/line_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace tensorleak::trace {
namespace {

constexpr std::size_t kFirstCapacity = std::size_t{256} * 1024;
constexpr std::size_t kLineBreakSize = 2;  // "\r\n"
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::size_t kMebibyte = std::size_t{1024} * 1024;

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t") == std::string_view::npos;
}

}  // namespace

LineReader::LineReader(std::unique_ptr<ByteStream> stream, std::size_t max_line_size)
    : stream_(std::move(stream)), max_line_size_(max_line_size) {}

Result<std::optional<Line>> LineReader::next() {
  for (;;) {
    const char* unscanned = buffer_.get() + scanned_;
    const void* found = scanned_ == end_ ? nullptr : std::memchr(unscanned, '\n', end_ - scanned_);
    std::optional<Line> line;
    if (found != nullptr) {
      const auto line_break =
          static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.get());
      line = take(line_break - begin_, true);
    } else if (at_end_) {
      if (begin_ == end_) return std::nullopt;
      line = take(end_ - begin_, false);
    } else {
      scanned_ = end_;
      const auto count = fill();
      if (!count) return fail(count.error());
      at_end_ = *count == 0;
      continue;
    }
    if (line->text.size() > max_line_size_) return fail(too_long());
    if (!is_blank(line->text)) return line;
  }
}

/// The next `size` bytes of the buffer as a line.
std::optional<Line> LineReader::take(std::size_t size, bool terminated) {
  std::string_view text(buffer_.get() + begin_, size);
  begin_ += size + (terminated ? 1 : 0);
  scanned_ = begin_;
  ++number_;
  if (text.ends_with('\r')) text.remove_suffix(1);
  if (number_ == 1 && text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return Line{text, number_, terminated};
}

/// Reads more of the stream behind what the buffer has.
Result<std::size_t> LineReader::fill() {
  make_room();
  if (end_ == capacity_) {
    ++number_;
    return fail(too_long());
  }
  const auto count = stream_->read({buffer_.get() + end_, capacity_ - end_});
  if (count) end_ += *count;
  return count;
}

/// Moves the unfinished line to the front of the buffer; makes the buffer larger if it is full of
/// it.
void LineReader::make_room() {
  const std::size_t kept = end_ - begin_;
  const std::size_t limit = max_line_size_ + kByteOrderMark.size() + kLineBreakSize;
  if (kept == capacity_ && capacity_ < limit) {
    capacity_ = std::min(limit, std::max(kFirstCapacity, capacity_ * 2));
    auto larger = std::make_unique_for_overwrite<char[]>(capacity_ + kLinePadding);
    if (kept > 0) std::memcpy(larger.get(), buffer_.get() + begin_, kept);
    std::memset(larger.get() + capacity_, 0, kLinePadding);
    buffer_ = std::move(larger);
  } else if (begin_ > 0) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, kept);
  }
  begin_ = 0;
  scanned_ = kept;
  end_ = kept;
}

Error LineReader::too_long() const {
  const bool whole = max_line_size_ % kMebibyte == 0;
  return {.file = stream_->name(),
          .line = number_,
          .what = fmt::format("the line is longer than {} {}",
                              whole ? max_line_size_ / kMebibyte : max_line_size_,
                              whole ? "MiB" : "bytes"),
          .cure = "write one event on each line; see docs/event-log.md"};
}

}  // namespace tensorleak::trace
