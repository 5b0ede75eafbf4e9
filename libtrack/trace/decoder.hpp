// One interface for the compressed forms in which a file can be stored; one file per form.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tensorleak::trace {

/// What one call of Decoder::decode has done.
struct DecodeStep {
  std::size_t consumed = 0;  ///< bytes of the input
  std::size_t produced = 0;  ///< bytes of the output; sound even where there is an error
  std::string error;         ///< why the input is corrupt, in the library's words; empty: it is not
};

/// Turns stored bytes into the bytes that they stand for, piece by piece. Not safe for use by two
/// threads at once. After an error it must not be used any more.
class Decoder {
 public:
  virtual ~Decoder() = default;

  /// Decodes as much of `input` as fits into `output`, which must not be empty. Bytes that are
  /// ready but did not fit come out of the next call, for which `input` may be empty.
  virtual DecodeStep decode(std::span<const char> input, std::span<char> output) = 0;

  /// Whether a stream may end here: every member or frame that was begun is complete.
  virtual bool complete() const = 0;

  /// Name of the form, such as "gzip".
  virtual std::string_view form() const = 0;
};

/// Bytes at the start of a file from which its form is known.
inline constexpr std::size_t kMagicSize = 4;

/// gzip (RFC 1952), also of several members, also padded with zeros.
bool is_gzip(std::string_view magic);
std::unique_ptr<Decoder> gzip_decoder();

/// Zstandard (RFC 8878), also of several frames, skippable ones among them. Frames that need a
/// window of more than 128 MiB are refused.
bool is_zstd(std::string_view magic);
std::unique_ptr<Decoder> zstd_decoder();

}  // namespace tensorleak::trace
