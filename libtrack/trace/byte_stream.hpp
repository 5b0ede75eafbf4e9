// The bytes of a file, whether it is stored plain, as gzip or as zstd.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "libtrack/trace/decoder.hpp"
#include "libtrack/trace/input_file.hpp"
#include "libtrack/trace/result.hpp"

namespace tensorleak::trace {

/// Reads a file from front to back and decompresses it on the way. The form is found by the first
/// bytes, whatever the file is called. Memory does not depend on the size of the file. Not safe for
/// use by two threads at once.
///
///     auto stream = ByteStream::open("log.jsonl.gz");
///     std::array<char, 4096> piece;
///     while (auto count = (*stream)->read(piece).value_or(0)) use({piece.data(), count});
class ByteStream {
 public:
  /// Opens `path`; "-" and "/dev/stdin" are standard input; pipes and FIFOs do as well.
  static Result<std::unique_ptr<ByteStream>> open(const std::string& path);

  /// Puts at least one and at most `into.size()` bytes into `into`, which must not be empty, and
  /// returns how many; 0 at the end. Fails when the file cannot be read or its compressed form is
  /// corrupt, but only after it has given out all bytes before that place.
  Result<std::size_t> read(std::span<char> into);

  /// The first bytes that read() is going to give out: `size` of them, or fewer where the stream
  /// has fewer. To be called before read().
  Result<std::string_view> peek(std::size_t size);

  /// Whether the compressed form stopped before its end. Meaningful once read() has returned 0.
  bool ended_early() const { return ended_early_; }

  /// "gzip", "zstd", or "plain".
  std::string_view form() const { return decoder_ ? decoder_->form() : "plain"; }

  /// What to call the file in an error.
  const std::string& name() const { return file_.name(); }

  /// Bytes of the stored file that are behind what read() has given out.
  std::uint64_t bytes_consumed() const { return bytes_read_ - input_.size(); }

  /// Bytes of the stored file; absent for a pipe.
  std::optional<std::uint64_t> stored_size() const { return file_.size(); }

 private:
  explicit ByteStream(InputFile file);
  Result<std::size_t> fill_input();
  Result<std::size_t> read_next(std::span<char> into);
  Result<std::size_t> read_plain(std::span<char> into);
  Result<std::size_t> read_decoded(std::span<char> into);
  Error corruption(std::string_view why) const;

  InputFile file_;
  std::unique_ptr<Decoder> decoder_;  // none for a plain file
  std::unique_ptr<char[]> buffer_;
  std::span<const char> input_;  // the part of buffer_ that has not been used
  std::string peeked_;           // to be given out first
  std::uint64_t bytes_read_ = 0;
  bool ended_early_ = false;
  std::optional<Error> pending_error_;
};

}  // namespace tensorleak::trace
