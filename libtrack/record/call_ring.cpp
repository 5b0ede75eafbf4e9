#include "libtrack/record/call_ring.hpp"

#include <cstring>
#include <span>

namespace tensorleak::record {
namespace {

constexpr std::size_t kLongestText = 0xff;
constexpr std::size_t kHighestRank = 64;

char* append(char* to, std::string_view text) noexcept {
  if (!text.empty()) std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

}  // namespace

TensorInfo Call::info() const {
  const char* const shape_begin = behind();
  const char* text = tail_begin() + shape_size();
  const auto next = [&](std::size_t size) {
    const std::string_view taken(text, size);
    text += size;
    return taken;
  };
  TensorInfo info{.buffer = buffer, .bytes = bytes, .shape = {}, .flags = trace::Flags(detail)};
  info.op = next(op_size);
  info.dtype = next(dtype_size);
  info.device = next(device_size);
  if (rank == 0) {
    info.shape.emplace();
  } else if (rank != kNoShape) {
    info.shape.emplace(reinterpret_cast<const std::uint64_t*>(shape_begin), rank);
  }
  return info;
}

CallRing::CallRing(std::pmr::memory_resource* memory)
    : slots_(static_cast<Call*>(memory->allocate(kSlots * sizeof(Call), alignof(Call)))) {}

/// Room for a call; null: the ring is full.
Call* CallRing::reserve(std::size_t slots) noexcept {
  const std::uint64_t tail = tail_.load(std::memory_order_relaxed);
  const std::size_t to_end = kSlots - tail % kSlots;
  const std::size_t skipped = slots > to_end ? to_end : 0;
  if (tail + skipped + slots - seen_head_ > kSlots) {
    seen_head_ = head_.load(std::memory_order_acquire);
    if (tail + skipped + slots - seen_head_ > kSlots) return nullptr;
  }
  if (skipped > 0) {
    Call& nothing = slot(tail);
    nothing.kind = Call::Kind::kNothing;
    nothing.slots = static_cast<std::uint16_t>(skipped);
    nothing.ticks = 0;
    commit(skipped);
  }
  return &slot(tail + skipped);
}

CallRing::Put CallRing::created(Ticks ticks, Call::Kind kind, Key tensor, const TensorInfo& info,
                                const KnownStack* stack) noexcept {
  const std::size_t rank = info.shape ? info.shape->size() : 0;
  if (info.op.size() > kLongestText || info.dtype.size() > kLongestText ||
      info.device.size() > kLongestText || rank > kHighestRank)
    return Put::kTooBig;
  const std::size_t size =
      rank * sizeof(std::uint64_t) + info.op.size() + info.dtype.size() + info.device.size();
  const bool fits = rank == 0 && size <= sizeof(Call::texts);
  const std::size_t slots = fits ? 1 : 1 + (size + sizeof(Call) - 1) / sizeof(Call);
  Call* const call = reserve(slots);
  if (call == nullptr) return Put::kFull;
  call->ticks = ticks;
  call->key = tensor.key;
  call->bytes = info.bytes;
  call->buffer = info.buffer;
  call->stack = stack;
  call->heap = tensor.heap;
  call->slots = static_cast<std::uint16_t>(slots);
  call->kind = kind;
  call->detail = info.flags.bits();
  call->rank = info.shape ? static_cast<std::uint8_t>(rank) : Call::kNoShape;
  call->op_size = static_cast<std::uint8_t>(info.op.size());
  call->dtype_size = static_cast<std::uint8_t>(info.dtype.size());
  call->device_size = static_cast<std::uint8_t>(info.device.size());
  char* to = fits ? call->texts : reinterpret_cast<char*>(call + 1);
  if (rank > 0) {
    std::memcpy(to, info.shape->data(), rank * sizeof(std::uint64_t));
    to += rank * sizeof(std::uint64_t);
  }
  append(append(append(to, info.op), info.dtype), info.device);
  commit(slots);
  return Put::kDone;
}

CallRing::Put CallRing::disposed(Ticks ticks, Key tensor, trace::FreeReason why,
                                 const KnownStack* stack) noexcept {
  Call* const call = reserve(1);
  if (call == nullptr) return Put::kFull;
  call->ticks = ticks;
  call->key = tensor.key;
  call->stack = stack;
  call->heap = tensor.heap;
  call->slots = 1;
  call->kind = Call::Kind::kDisposed;
  call->detail = static_cast<std::uint8_t>(why);
  commit(1);
  return Put::kDone;
}

CallRing::Put CallRing::used(Ticks ticks, Key tensor, std::string_view op) noexcept {
  if (op.size() > kLongestText) return Put::kTooBig;
  const bool fits = op.size() <= sizeof(Call::texts);
  const std::size_t slots = fits ? 1 : 1 + (op.size() + sizeof(Call) - 1) / sizeof(Call);
  Call* const call = reserve(slots);
  if (call == nullptr) return Put::kFull;
  call->ticks = ticks;
  call->key = tensor.key;
  call->heap = tensor.heap;
  call->slots = static_cast<std::uint16_t>(slots);
  call->kind = Call::Kind::kUsed;
  call->op_size = static_cast<std::uint8_t>(op.size());
  append(fits ? call->texts : reinterpret_cast<char*>(call + 1), op);
  commit(slots);
  return Put::kDone;
}

}  // namespace tensorleak::record
