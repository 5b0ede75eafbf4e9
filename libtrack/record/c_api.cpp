// The C interface (track.h) on the process's recorder.
//
// The functions throw nothing, yet are not noexcept: see begin_entry().

#include <track/track.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "libtrack/record/c_arguments.hpp"
#include "libtrack/record/program_exit.hpp"
#include "libtrack/record/recorder.hpp"

namespace {

namespace record = tensorleak::record;
using record::declared_in;
using record::enter;
using record::flag_of;
using record::info_of;
using record::key_of;
using record::reason_of;
using record::text_of;

std::span<const std::uint64_t> places_of(const std::uint64_t* places, std::size_t count) noexcept {
  return {places, places == nullptr ? 0 : std::min(count, tensorleak::capture::kMaxDepth)};
}

template <class Event>
void record_event(Event event) {
  enter([&](record::Recorder& recorder) { recorder.record(event); });
}

/// The stack of this number; 0: the one that the caller has.
const record::KnownStack* stack_of(record::Recorder& recorder, std::uint64_t declared) noexcept {
  return declared == 0 ? recorder.creation_stack() : recorder.declared_stack(declared);
}

template <class Act>
track_status status_of(Act act) {
  const record::Entry entry;
  return entry.entered() ? act(record::recorder()) : TRACK_BUSY;
}

}  // namespace

extern "C" {

static_assert(TRACK_STACK_NONE == record::kNoStack);

// Until the first call has found out, each call asks.
int track_active_ = 1;

uint32_t track_abi_version(void) {
  return TRACK_ABI_VERSION;
}

track_status track_start(const char* path) {
  if (path == nullptr || *path == '\0') return TRACK_INVALID;
  return status_of([=](record::Recorder& recorder) { return recorder.start(path); });
}

track_status track_stop(void) {
  return status_of([](record::Recorder& recorder) { return recorder.stop(); });
}

track_status track_flush(void) {
  return status_of([](record::Recorder& recorder) { return recorder.flush(); });
}

int track_is_recording(void) {
  if (!track_is_active()) return 0;
  int recording = 0;
  const record::Entry entry;
  if (entry.entered()) recording = record::recorder().is_recording() ? 1 : 0;
  return recording;
}

track_heap* track_heap_register(const char* name, uint32_t flags) {
  // Where the caller interrupted the recorder, the heap that is always there must do.
  static constinit track_heap nameless;
  track_heap* heap = &nameless;
  const record::Entry entry;
  if (entry.entered()) heap = record::recorder().find_or_add_heap(text_of(name), flags);
  return heap;
}

void track_heap_cleared(track_heap* heap, track_why why) {
  if (!track_is_active()) return;
  record_event([=](record::Session& session, record::ThreadState& thread) {
    session.heap_cleared(thread, key_of(heap, 0).heap, reason_of(why));
  });
}

void track_describe(const char* runtime, const char* backend, const char* program) {
  const record::Entry entry;
  if (entry.entered())
    record::recorder().describe(text_of(runtime), text_of(backend), text_of(program));
}

uint64_t track_place(const char* function, const char* file, uint32_t line, uint32_t column) {
  std::uint64_t token = 0;
  const record::Entry entry;
  if (entry.entered()) {
    token = record::recorder().token_of(
        {.function = text_of(function), .file = text_of(file), .line = line, .column = column});
  }
  return token;
}

void track_stack_set(const uint64_t* places, size_t count) {
  const record::Entry entry;
  if (entry.entered()) record::recorder().set_stack(places_of(places, count));
}

uint64_t track_stack(const uint64_t* places, size_t count) {
  std::uint64_t stack = TRACK_STACK_NONE;
  const record::Entry entry;
  if (entry.entered()) stack = record::recorder().declare_stack(places_of(places, count));
  return stack;
}

void track_tensor_created_(track_heap* heap, uint64_t key, const track_tensor_info* info) {
  enter([=](record::Recorder& recorder) {
    const record::TensorInfo what = info_of(info);
    const record::KnownStack* const stack = stack_of(recorder, declared_in(info));
    recorder.created(record::Call::Kind::kCreated, key_of(heap, key), what, stack);
  });
}

void track_tensor_assigned_(track_heap* heap, uint64_t key, const track_tensor_info* info) {
  enter([=](record::Recorder& recorder) {
    const record::TensorInfo what = info_of(info);
    const record::KnownStack* const stack = stack_of(recorder, declared_in(info));
    recorder.created(record::Call::Kind::kAssigned, key_of(heap, key), what, stack);
  });
}

void track_tensor_disposed_(track_heap* heap, uint64_t key, track_why why) {
  enter([=](record::Recorder& recorder) {
    recorder.disposed(key_of(heap, key), reason_of(why), recorder.disposal_stack());
  });
}

void track_tensor_used_(track_heap* heap, uint64_t key, const char* op) {
  enter([=](record::Recorder& recorder) { recorder.used(key_of(heap, key), text_of(op)); });
}

void track_tensor_flag_(track_heap* heap, uint64_t key, track_flag flag, int value) {
  const auto one = flag_of(static_cast<unsigned>(flag));
  if (!one) return;
  record_event([=](record::Session& session, record::ThreadState&) {
    session.flagged(key_of(heap, key), *one, value != 0);
  });
}

void track_tensor_name_(track_heap* heap, uint64_t key, const char* name) {
  record_event([=](record::Session& session, record::ThreadState&) {
    session.named(key_of(heap, key), text_of(name));
  });
}

void track_tensor_lost_(track_heap* heap, uint64_t key) {
  enter([=](record::Recorder& recorder) {
    if (record::is_exiting()) return;
    recorder.record(
        [=](record::Session& session, record::ThreadState&) { session.lost(key_of(heap, key)); });
  });
}

void track_tensor_holder_(track_heap* heap, uint64_t key, const char* by, const char* path,
                          uint64_t members) {
  record_event([=](record::Session& session, record::ThreadState&) {
    session.held(key_of(heap, key), text_of(by), text_of(path), members);
  });
}

uint64_t track_scope_begin_(const char* name) {
  uint64_t scope = 0;
  record_event([&scope, name](record::Session& session, record::ThreadState& thread) {
    scope = session.scope_begun(thread, text_of(name));
  });
  return scope;
}

void track_scope_end_(uint64_t scope) {
  record_event([=](record::Session& session, record::ThreadState& thread) {
    session.scope_ended(thread, scope);
  });
}

void track_frame_(const char* lane, const char* name) {
  record_event([=](record::Session& session, record::ThreadState&) {
    session.frame(text_of(lane), text_of(name));
  });
}

void track_resource_(const char* name, uint64_t value) {
  if (name == nullptr || *name == '\0') return;
  record_event([=](record::Session& session, record::ThreadState&) {
    session.resource(text_of(name), value);
  });
}

void track_counter_(uint64_t tensors, uint64_t buffers, uint64_t bytes) {
  record_event([=](record::Session& session, record::ThreadState&) {
    session.counted(tensors, buffers, bytes);
  });
}

void track_misuse_(const char* kind, const char* words, uint64_t stack) {
  if (kind == nullptr || *kind == '\0') return;
  enter([=](record::Recorder& recorder) {
    const record::KnownStack* const known = stack_of(recorder, stack);
    recorder.record([&](record::Session& session, record::ThreadState& thread) {
      session.misused(thread, text_of(kind), text_of(words), known);
    });
  });
}

}  // extern "C"
