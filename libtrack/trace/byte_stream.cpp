#include "libtrack/trace/byte_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tensorleak::trace {
namespace {

constexpr std::size_t kBufferSize = std::size_t{128} * 1024;

}  // namespace

Result<std::unique_ptr<ByteStream>> ByteStream::open(const std::string& path) {
  auto file = InputFile::open(path);
  if (!file) return fail(std::move(file.error()));
  std::unique_ptr<ByteStream> stream(new ByteStream(std::move(*file)));
  // A pipe may give out its first bytes one by one.
  while (stream->input_.size() < kMagicSize) {
    const auto count = stream->fill_input();
    if (!count) return fail(count.error());
    if (*count == 0) break;
  }
  const std::string_view magic(stream->input_.data(), stream->input_.size());
  if (is_gzip(magic)) stream->decoder_ = gzip_decoder();
  if (is_zstd(magic)) stream->decoder_ = zstd_decoder();
  return stream;
}

ByteStream::ByteStream(InputFile file)
    : file_(std::move(file)), buffer_(std::make_unique_for_overwrite<char[]>(kBufferSize)) {
  input_ = {buffer_.get(), 0};
}

Result<std::size_t> ByteStream::read(std::span<char> into) {
  if (peeked_.empty()) return read_next(into);
  const std::size_t count = std::min(peeked_.size(), into.size());
  std::copy_n(peeked_.begin(), count, into.begin());
  peeked_.erase(0, count);
  return count;
}

Result<std::string_view> ByteStream::peek(std::size_t size) {
  std::string bytes(size, '\0');
  while (peeked_.size() < size) {
    const auto count = read_next({bytes.data(), size - peeked_.size()});
    if (!count) return fail(count.error());
    if (*count == 0) break;
    peeked_.append(bytes, 0, *count);
  }
  return peeked_;
}

Result<std::size_t> ByteStream::read_next(std::span<char> into) {
  if (pending_error_) return fail(*pending_error_);
  return decoder_ ? read_decoded(into) : read_plain(into);
}

/// Adds bytes from the file behind those that input_ has.
Result<std::size_t> ByteStream::fill_input() {
  std::copy(input_.begin(), input_.end(), buffer_.get());
  const std::size_t kept = input_.size();
  const auto count = file_.read({buffer_.get() + kept, kBufferSize - kept});
  if (!count) return count;
  input_ = {buffer_.get(), kept + *count};
  bytes_read_ += *count;
  return count;
}

Result<std::size_t> ByteStream::read_plain(std::span<char> into) {
  if (!input_.empty()) {
    const std::size_t count = std::min(input_.size(), into.size());
    std::copy_n(input_.begin(), count, into.begin());
    input_ = input_.subspan(count);
    return count;
  }
  // Straight to the caller: a plain file needs no buffer of ours.
  auto count = file_.read(into);
  if (count) bytes_read_ += *count;
  return count;
}

Result<std::size_t> ByteStream::read_decoded(std::span<char> into) {
  for (;;) {
    const DecodeStep step = decoder_->decode(input_, into);
    input_ = input_.subspan(step.consumed);
    if (!step.error.empty()) pending_error_ = corruption(step.error);
    if (step.produced > 0) return step.produced;
    if (pending_error_) return fail(*pending_error_);
    if (step.consumed > 0 && !input_.empty()) continue;
    const auto count = fill_input();
    if (!count) return count;
    if (*count == 0) {
      ended_early_ = !decoder_->complete();
      return 0;
    }
  }
}

Error ByteStream::corruption(std::string_view why) const {
  return {.file = name(),
          .what = fmt::format("the {} data is corrupt near byte {} ({})", form(), bytes_consumed(),
                              why),
          .cure = "copy the file again, or record again"};
}

}  // namespace tensorleak::trace
