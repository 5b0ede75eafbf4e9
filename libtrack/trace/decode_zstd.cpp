#include <zstd.h>

#include "libtrack/trace/decoder.hpp"

namespace tensorleak::trace {
namespace {

class ZstdDecoder final : public Decoder {
 public:
  DecodeStep decode(std::span<const char> input, std::span<char> output) override {
    if (context_ == nullptr) return {.error = "out of memory"};
    ZSTD_inBuffer in = {input.data(), input.size(), 0};
    ZSTD_outBuffer out = {output.data(), output.size(), 0};
    const std::size_t status = ZSTD_decompressStream(context_.get(), &out, &in);
    DecodeStep step{.consumed = in.pos, .produced = out.pos, .error = {}};
    if (ZSTD_isError(status)) {
      step.error = ZSTD_getErrorName(status);
    } else if (in.pos > 0 || out.pos > 0) {
      // Between two frames a call without progress answers with the size of the next header.
      complete_ = status == 0;
    }
    return step;
  }

  bool complete() const override { return complete_; }
  std::string_view form() const override { return "zstd"; }

 private:
  struct FreeContext {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, FreeContext> context_{ZSTD_createDCtx()};
  bool complete_ = false;
};

}  // namespace

bool is_zstd(std::string_view magic) {
  if (magic.starts_with("\x28\xb5\x2f\xfd")) return true;
  const bool skippable = magic.size() >= kMagicSize && magic.substr(1, 3) == "\x2a\x4d\x18";
  return skippable && (magic[0] & '\xf0') == '\x50';
}

std::unique_ptr<Decoder> zstd_decoder() {
  return std::make_unique<ZstdDecoder>();
}

}  // namespace tensorleak::trace
