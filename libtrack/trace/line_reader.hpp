// Lines out of a byte stream, as a JSON parser wants them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "libtrack/trace/byte_stream.hpp"
#include "libtrack/trace/result.hpp"

namespace tensorleak::trace {

/// Bytes after a line that may be read, though they mean nothing.
inline constexpr std::size_t kLinePadding = 64;

/// Bytes that a line may have at most, unless the reader is told otherwise.
inline constexpr std::size_t kMaxLineSize = std::size_t{64} * 1024 * 1024;

struct Line {
  std::string_view text;     ///< without its line break; kLinePadding readable bytes follow
  std::uint64_t number = 0;  ///< from 1; blank lines count
  bool terminated = false;   ///< whether a line break followed
};

/// Gives out the lines that are not blank. A line ends with "\n" or "\r\n"; a byte order mark at
/// the start of the file is no part of its first line. Memory is that of the longest line. Not safe
/// for use by two threads at once.
class LineReader {
 public:
  explicit LineReader(std::unique_ptr<ByteStream> stream, std::size_t max_line_size = kMaxLineSize);

  /// The next line, or nothing after the last. The line's text is valid until the next call. Fails
  /// where the stream does, and on a line of more than `max_line_size` bytes.
  Result<std::optional<Line>> next();

  /// Lines that have been read, blank ones among them.
  std::uint64_t lines_read() const { return number_; }

  const ByteStream& stream() const { return *stream_; }

 private:
  Result<std::size_t> fill();
  void make_room();
  std::optional<Line> take(std::size_t size, bool terminated);
  Error too_long() const;

  std::unique_ptr<ByteStream> stream_;
  std::size_t max_line_size_;
  std::unique_ptr<char[]> buffer_;  // of capacity_ + kLinePadding bytes
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;    // of the next line in buffer_
  std::size_t scanned_ = 0;  // up to here the next line is known to have no line break
  std::size_t end_ = 0;      // of what has been read into buffer_
  std::uint64_t number_ = 0;
  bool at_end_ = false;
};

}  // namespace tensorleak::trace
