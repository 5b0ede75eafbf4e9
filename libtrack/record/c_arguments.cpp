#include "libtrack/record/c_arguments.hpp"

#include <cstring>

namespace tensorleak::record {
namespace {

/// Longer names are cut: they are for people to read.
constexpr std::size_t kMaxText = 4096;

/// More sizes than any tensor library has; a rank above it is a mistake.
constexpr std::uint32_t kMaxRank = 64;

constexpr std::uint32_t kKnownFlags =
    TRACK_FLAG_VARIABLE | TRACK_FLAG_KEPT | TRACK_FLAG_TAPE | TRACK_FLAG_POOL | TRACK_FLAG_COUNTED;

/// A caller's struct, which may be that of another version: fields that it does not have are 0.
class KnownFields {
 public:
  explicit KnownFields(const track_tensor_info* info) noexcept {
    if (info != nullptr && info->struct_size >= sizeof *info) {
      fields_ = info;  // those behind ours are not read
    } else if (info != nullptr) {
      std::memcpy(&copy_, info, info->struct_size);
    }
  }
  KnownFields(const KnownFields&) = delete;
  KnownFields& operator=(const KnownFields&) = delete;

  const track_tensor_info& operator*() const { return *fields_; }

 private:
  track_tensor_info copy_ = {};
  const track_tensor_info* fields_ = &copy_;
};

}  // namespace

std::string_view text_of(const char* text) noexcept {
  if (text == nullptr) return {};
  return {text, strnlen(text, kMaxText)};
}

Key key_of(const track_heap* heap, std::uint64_t key) noexcept {
  return {.heap = heap == nullptr ? 0 : heap->number, .key = key};
}

TensorInfo info_of(const track_tensor_info* given) noexcept {
  const KnownFields fields(given);
  const track_tensor_info& known = *fields;
  TensorInfo info{.buffer = known.buffer,
                  .bytes = known.bytes,
                  .shape = {},
                  .dtype = text_of(known.dtype),
                  .device = text_of(known.device),
                  .op = text_of(known.op),
                  .flags = trace::Flags(static_cast<std::uint8_t>(known.flags & kKnownFlags))};
  if (known.rank == 0 && known.known_shape != 0) {
    info.shape.emplace();
  } else if (known.rank > 0 && known.rank <= kMaxRank && known.shape != nullptr) {
    info.shape.emplace(known.shape, known.rank);
  }
  return info;
}

std::uint64_t declared_in(const track_tensor_info* given) noexcept {
  const KnownFields fields(given);
  return (*fields).stack;
}

trace::FreeReason reason_of(track_why why) noexcept {
  switch (why) {
    case TRACK_DISPOSE:
      return trace::FreeReason::kDispose;
    case TRACK_SCOPE:
      return trace::FreeReason::kScope;
    case TRACK_VARIABLE:
      return trace::FreeReason::kVariable;
    case TRACK_POOL:
      return trace::FreeReason::kPool;
    case TRACK_COLLECTED:
      return trace::FreeReason::kCollected;
    case TRACK_UNKNOWN:
      break;
  }
  return trace::FreeReason::kUnknown;
}

std::optional<trace::Flag> flag_of(std::uint32_t bits) noexcept {
  if (bits != TRACK_FLAG_VARIABLE && bits != TRACK_FLAG_KEPT && bits != TRACK_FLAG_TAPE &&
      bits != TRACK_FLAG_POOL && bits != TRACK_FLAG_COUNTED) {
    return std::nullopt;
  }
  return static_cast<trace::Flag>(bits);
}

}  // namespace tensorleak::record
