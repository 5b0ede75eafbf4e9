// The sink's batch: what JavaScript wrote into it, as events that libtrack takes many at once.

#include <ctime>

#include "adapters/tfjs/addon/sink.hpp"

namespace tensorleak::tfjs {
namespace {

constexpr double kNanoseconds = 1e6;  // in a millisecond
constexpr std::uint32_t kFlagBits = 8;

double monotonic_nanoseconds() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

}  // namespace

void Sink::take(double now) {
  // JavaScript read its clock a moment before this one is read, and the shortest moment is the
  // best.
  const double offset = monotonic_nanoseconds() - now * kNanoseconds;
  if (now > 0 && (!clock_offset_ || offset < *clock_offset_)) clock_offset_ = offset;
  take();
}

void Sink::take() {
  batch_.take([this](const BatchEvent& event) {
    if (event.code() == Code::kTime) {
      happened_at_ = time_of(event.milliseconds());
    } else {
      put(event);
    }
  });
  tell();
}

std::uint64_t Sink::time_of(double milliseconds) const {
  if (!clock_offset_) return 0;
  const double time = *clock_offset_ + milliseconds * kNanoseconds;
  return time > 0 ? static_cast<std::uint64_t>(time) : 0;
}

void Sink::put(const BatchEvent& event) {
  if (told_ == outgoing_.size()) tell();
  track_event& out = outgoing_[told_];
  out.key = 0;
  out.time = happened_at_;
  out.detail = event.detail();
  switch (event.code()) {
    case Code::kAlloc:
      put_alloc(out, event);
      break;
    case Code::kFree:
      out.kind = TRACK_EVENT_DISPOSED;
      out.key = event.id();
      break;
    case Code::kUse:
      out.kind = TRACK_EVENT_USED;
      out.key = event.id();
      out.text = text_of(event.detail());
      break;
    case Code::kFlag:
      out.kind = event.detail() >> kFlagBits != 0 ? TRACK_EVENT_FLAG_SET : TRACK_EVENT_FLAG_CLEARED;
      out.key = event.id();
      out.detail = event.detail() & ((1U << kFlagBits) - 1);
      break;
    case Code::kScopeBegin:
      out.kind = TRACK_EVENT_SCOPE_BEGIN;
      out.text = text_of(event.detail());
      out.scope = scopes_.open();
      break;
    case Code::kScopeEnd:
      out.kind = TRACK_EVENT_SCOPE_END;
      out.scope = scopes_.close();
      break;
    case Code::kTime:
      return;
  }
  ++told_;
}

void Sink::put_alloc(track_event& out, const BatchEvent& event) {
  track_tensor_info& info = infos_[told_];
  fill(info, event.kind(), event.buffer(), event.bytes());
  info.stack = stack_of(event.stack());
  info.flags = event.detail();
  out.kind = TRACK_EVENT_CREATED;
  out.key = event.id();
  out.info = &info;
}

void Sink::tell() {
  track_events(heap_, outgoing_.data(), told_);
  told_ = 0;
}

}  // namespace tensorleak::tfjs
