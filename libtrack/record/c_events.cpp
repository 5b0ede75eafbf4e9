// Events that are told later, many at once: one lock and one look at the clock for all of them.

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "libtrack/record/c_arguments.hpp"

namespace {

namespace record = tensorleak::record;

/// The first version of the struct ends here; a smaller one is none.
constexpr std::size_t kSmallestEvent = offsetof(track_event, scope) + sizeof(std::uint64_t*);

/// Events in the memory of a caller, whose struct may be shorter or longer than ours.
class ToldEvents {
 public:
  ToldEvents(const track_event* first, std::size_t size)
      : first_(reinterpret_cast<const std::byte*>(first)), size_(size) {}

  /// Valid until the next call.
  const track_event& operator[](std::size_t index) {
    const std::byte* const event = first_ + index * size_;
    if (size_ >= sizeof copy_ && size_ % alignof(track_event) == 0)
      return *reinterpret_cast<const track_event*>(event);
    std::memcpy(&copy_, event, std::min(size_, sizeof copy_));
    return copy_;
  }

 private:
  const std::byte* first_;
  std::size_t size_;
  track_event copy_ = {};
};

/// Nobody stands any more where the tensor was made: without a number its stack is not known.
const record::KnownStack* told_stack_of(const track_tensor_info* given) {
  return record::recorder().declared_stack(record::declared_in(given));
}

class Telling {
 public:
  Telling(record::Session& session, record::ThreadState& thread, const track_heap* heap)
      : session_(session), thread_(thread), heap_(heap) {}

  void tell(const track_event& event) const {
    const record::Key key = record::key_of(heap_, event.key);
    switch (event.kind) {
      case TRACK_EVENT_CREATED:
        return session_.created(thread_, key, record::info_of(event.info),
                                told_stack_of(event.info));
      case TRACK_EVENT_ASSIGNED:
        return session_.assigned(thread_, key, record::info_of(event.info),
                                 told_stack_of(event.info));
      case TRACK_EVENT_DISPOSED:
        return session_.disposed(thread_, key,
                                 record::reason_of(static_cast<track_why>(event.detail)), nullptr);
      case TRACK_EVENT_USED:
        return session_.used(key, record::text_of(event.text));
      case TRACK_EVENT_FLAG_SET:
        return flag(event, true);
      case TRACK_EVENT_FLAG_CLEARED:
        return flag(event, false);
      case TRACK_EVENT_SCOPE_BEGIN:
        return begin_scope(event);
      case TRACK_EVENT_SCOPE_END:
        if (event.scope != nullptr) session_.scope_ended(thread_, *event.scope);
        return;
      default:
        return;
    }
  }

 private:
  void flag(const track_event& event, bool value) const {
    const auto one = record::flag_of(event.detail);
    if (one) session_.flagged(record::key_of(heap_, event.key), *one, value);
  }

  void begin_scope(const track_event& event) const {
    const std::uint64_t id = session_.scope_begun(thread_, record::text_of(event.text));
    if (event.scope != nullptr) *event.scope = id;
  }

  record::Session& session_;
  record::ThreadState& thread_;
  const track_heap* heap_;
};

}  // namespace

extern "C" void track_events_(track_heap* heap, const track_event* events, size_t count,
                              size_t event_size) {
  if (events == nullptr || event_size < kSmallestEvent) return;
  ToldEvents told(events, event_size);
  record::enter([&](record::Recorder& recorder) {
    recorder.record([&](record::Session& session, record::ThreadState& thread) {
      const Telling telling(session, thread, heap);
      const record::Session::Retelling times(session);
      for (std::size_t i = 0; i < count; ++i) {
        const track_event& event = told[i];
        times.happened_at(event.time);
        telling.tell(event);
      }
    });
  });
}
