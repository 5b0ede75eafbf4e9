#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>

#include "libtrack/trace/decoder.hpp"

namespace tensorleak::trace {
namespace {

constexpr int kGzipOnly = 16;  // added to the window bits, it makes zlib demand a gzip header

class GzipDecoder final : public Decoder {
 public:
  // zlib keeps the address of the stream, which is declared before what is set by this call.
  GzipDecoder() : started_(inflateInit2(&stream_, MAX_WBITS + kGzipOnly) == Z_OK) {}
  ~GzipDecoder() override {
    if (started_) inflateEnd(&stream_);
  }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;

  DecodeStep decode(std::span<const char> input, std::span<char> output) override {
    if (!started_) return {.error = "out of memory"};
    if (between_members_) {
      const auto padding = std::find_if(input.begin(), input.end(), [](char c) { return c != 0; });
      if (padding != input.begin()) {
        return {.consumed = static_cast<std::size_t>(padding - input.begin())};
      }
      if (input.empty()) return {};
      inflateReset(&stream_);
      between_members_ = false;
    }
    return inflate_some(input, output);
  }

  bool complete() const override { return between_members_; }
  std::string_view form() const override { return "gzip"; }

 private:
  DecodeStep inflate_some(std::span<const char> input, std::span<char> output) {
    stream_.next_in = reinterpret_cast<const Bytef*>(input.data());
    stream_.avail_in = static_cast<uInt>(input.size());
    stream_.next_out = reinterpret_cast<Bytef*>(output.data());
    stream_.avail_out = static_cast<uInt>(output.size());
    const int status = inflate(&stream_, Z_NO_FLUSH);
    DecodeStep step{.consumed = input.size() - stream_.avail_in,
                    .produced = output.size() - stream_.avail_out,
                    .error = {}};
    between_members_ = status == Z_STREAM_END;
    // Z_BUF_ERROR only says that more input or more room is needed.
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
      step.error = stream_.msg != nullptr ? stream_.msg : zError(status);
    }
    return step;
  }

  z_stream stream_ = {};
  bool started_ = false;
  bool between_members_ = false;
};

}  // namespace

bool is_gzip(std::string_view magic) {
  return magic.starts_with("\x1f\x8b");
}

std::unique_ptr<Decoder> gzip_decoder() {
  return std::make_unique<GzipDecoder>();
}

}  // namespace tensorleak::trace
