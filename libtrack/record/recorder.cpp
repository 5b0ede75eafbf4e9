#include "libtrack/record/recorder.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <new>

#include "libtrack/capture/loaded_code.hpp"
#include "libtrack/record/diagnostics.hpp"
#include "libtrack/record/only_copy.hpp"
#include "libtrack/record/process_facts.hpp"
#include "libtrack/record/undestroyed.hpp"

namespace tensorleak::record {
namespace {

/// Of heaps, threads and places; all are few.
constexpr std::size_t kProcessMemory = std::size_t{512} << 20;

constinit Recorder the_recorder;
constinit Undestroyed<TraceFile> file_place;
constinit Undestroyed<Session> session_place;
constinit Undestroyed<Places> places_place;
constinit Undestroyed<KnownStacks> stacks_place;
constinit Undestroyed<Arena> stacks_memory_place;
constinit Undestroyed<Arena> memory_place;
constinit bool has_memory = false;

/// Only called under the recorder's lock.
Arena& process_memory() noexcept {
  if (!has_memory) memory_place.emplace(kProcessMemory);
  has_memory = true;
  return *memory_place.get();
}

std::string_view either(std::string_view text, std::string_view otherwise) noexcept {
  return text.empty() ? otherwise : text;
}

/// A copy for the life of the process; `before` where there is nothing to copy, or no memory.
std::string_view kept(std::string_view text, std::string_view before) noexcept {
  if (text.empty()) return before;
  try {
    std::pmr::polymorphic_allocator<> allocator(&process_memory());
    auto* const copy = allocator.allocate_object<char>(text.size());
    std::ranges::copy(text, copy);
    return {copy, text.size()};
  } catch (const std::bad_alloc&) {
    return before;
  }
}

}  // namespace

Recorder& recorder() noexcept {
  return the_recorder;
}

void Recorder::set_state(State state) noexcept {
  state_ = state;
  leaves_calls_.store(state == State::kRecording, std::memory_order_release);
  const bool active = state == State::kUndecided || state == State::kRecording;
  __atomic_store_n(&track_active_, active ? 1 : 0, __ATOMIC_RELAXED);
}

bool Recorder::prepare() noexcept {
  if (state_ == State::kUndecided) decide();
  return state_ == State::kRecording;
}

void Recorder::decide() noexcept {
  read_environment();
  const bool continues_parent = std::exchange(continues_parent_, false);
  if (settings_.disabled) {
    set_state(State::kEnded);
  } else if (continues_parent) {
    open_session(Whose::kOther, true);
  } else if (settings_.trace == nullptr) {
    set_state(State::kIdle);
  } else if (remember_pattern(settings_.trace)) {
    open_session(is_child_ ? Whose::kOther : Whose::kFirst, false);
  } else {
    say({"TENSORLEAK_TRACE is too long for a path; nothing is recorded"});
    set_state(State::kIdle);
  }
  decided_.store(true, std::memory_order_release);
}

void Recorder::read_environment() noexcept {
  if (!knows_environment_) settings_ = read_settings(process_environment);
  knows_environment_ = true;
}

bool Recorder::remember_pattern(std::string_view pattern) noexcept {
  if (pattern.size() >= pattern_.size()) return false;
  *std::ranges::copy(pattern, pattern_.begin()).out = '\0';
  return true;
}

/// Starts to record into what `pattern_` says; leaves the recorder in the state that follows.
track_status Recorder::open_session(Whose whose, bool late) noexcept {
  if (!claim_recording()) {
    say({"another copy of libtrack records in this process; this one stays inert"});
    set_state(State::kEnded);
    return TRACK_UNSUPPORTED;
  }
  TraceFile* const file = file_place.emplace();
  if (!file->open(pattern_.data(), whose)) {
    set_state(State::kIdle);
    return TRACK_IO;
  }
  choose_capture();
  drop_calls();
  CommandLine buffer{};
  const bool per_tensor = (heaps_.first_flags() & TRACK_HEAP_BYTES_PER_TENSOR) != 0;
  const bool heap_late = (heaps_.first_flags() & TRACK_HEAP_STARTED_LATE) != 0;
  session_ = session_place.emplace(
      settings_, *file,
      Session::Start{
          .number = ++sessions_,
          .late = late || heap_late,
          .runtime = either(runtime_, either(heaps_.first_name(), "native")),
          .backend = either(backend_name_, "native"),
          .program = either(program_, command_line(buffer)),
          .bytes_rule = per_tensor ? trace::BytesRule::kPerTensor : trace::BytesRule::kPerBuffer,
          .places = places_of_process()});
  set_state(State::kRecording);
  settle();
  return state_ == State::kRecording ? TRACK_OK : TRACK_IO;
}

void Recorder::close_session() noexcept {
  file_place.get()->close();
  session_place.destroy();
  session_ = nullptr;
}

/// Ends a recording that failed, or lets it write what is due.
void Recorder::settle() noexcept {
  if (!session_->has_failed()) {
    if (missed_.load(std::memory_order_relaxed) != 0) session_->missed(missed_.exchange(0));
    session_->flush_if_due();
  }
  if (!session_->has_failed()) return;
  // A file that failed has said so itself.
  if (file_place.get()->is_open()) {
    say({"no memory to write the trace; the program goes on and is not recorded"});
  }
  close_session();
  set_state(State::kIdle);
}

track_status Recorder::start(const char* path) noexcept {
  const std::lock_guard lock(mutex_);
  // Before the first event there were no tensors that the recording could have missed.
  const bool late = state_ != State::kUndecided || is_child_;
  if (state_ == State::kUndecided) decide();
  if (state_ == State::kRecording) return TRACK_BUSY;
  if (state_ == State::kEnded) return TRACK_UNSUPPORTED;
  if (!remember_pattern(path)) return TRACK_INVALID;
  return open_session(Whose::kFirst, late);
}

track_status Recorder::stop() noexcept {
  const std::lock_guard lock(mutex_);
  if (state_ != State::kRecording) return TRACK_NOT_RECORDING;
  record_calls();
  session_->missed(missed_.exchange(0));
  session_->finish();
  settle();
  if (state_ != State::kRecording) return TRACK_IO;
  close_session();
  set_state(State::kIdle);
  return TRACK_OK;
}

track_status Recorder::flush() noexcept {
  const std::lock_guard lock(mutex_);
  if (state_ != State::kRecording) return TRACK_NOT_RECORDING;
  record_calls();
  session_->flush();
  settle();
  return state_ == State::kRecording ? TRACK_OK : TRACK_IO;
}

bool Recorder::is_recording() noexcept {
  const std::lock_guard lock(mutex_);
  return prepare();
}

track_heap* Recorder::find_or_add_heap(std::string_view name, std::uint32_t flags) noexcept {
  const std::lock_guard lock(mutex_);
  return heaps_.find_or_add(name, flags, process_memory());
}

void Recorder::describe(std::string_view runtime, std::string_view backend,
                        std::string_view program) noexcept {
  const std::lock_guard lock(mutex_);
  runtime_ = kept(runtime, runtime_);
  backend_name_ = kept(backend, backend_name_);
  program_ = kept(program, program_);
}

KnownStacks& Recorder::stacks_of_process() noexcept {
  KnownStacks* stacks = stacks_.load(std::memory_order_acquire);
  if (stacks == nullptr) {
    const std::lock_guard lock(mutex_);
    stacks = stacks_.load(std::memory_order_relaxed);
    if (stacks == nullptr) {
      read_environment();
      stacks = stacks_place.emplace(stacks_memory_place.emplace(settings_.max_memory / 4));
      stacks_.store(stacks, std::memory_order_release);
    }
  }
  return *stacks;
}

/// A number is a stack's id, so that every number stands for what is there.
std::uint64_t Recorder::declare_stack(std::span<const std::uint64_t> places) noexcept {
  const KnownStack* const stack = known_stack_of(places);
  return stack == nullptr ? kNoStack : stack->id.value;
}

const KnownStack* Recorder::declared_stack(std::uint64_t number) noexcept {
  KnownStacks* const stacks = stacks_.load(std::memory_order_acquire);
  return stacks == nullptr ? nullptr : stacks->find(trace::StackId{number});
}

const KnownStack* Recorder::known_stack_of(std::span<const std::uint64_t> tokens) noexcept {
  if (tokens.empty()) return nullptr;
  const std::span addresses(tokens.data(), tokens.size());
  return stacks_of_process().find_or_add(
      {.addresses = addresses, .hash = capture::hash_of_chain(addresses)});
}

Places* Recorder::places_of_process() noexcept {
  if (places_ == nullptr) places_ = places_place.emplace(&process_memory());
  return places_;
}

std::uintptr_t Recorder::token_of(const Place& place) noexcept {
  const std::lock_guard lock(mutex_);
  return places_of_process()->token_of(place);
}

void Recorder::set_stack(std::span<const std::uint64_t> places) noexcept {
  const std::lock_guard lock(mutex_);
  ThreadState* const thread = this_thread();
  if (thread == nullptr) return;
  try {
    thread->places.assign(places.begin(), places.end());
  } catch (const std::bad_alloc&) {
    thread->places.clear();
  }
}

void Recorder::choose_capture() noexcept {
  if (own_.is_empty())
    own_ = capture::range_around(reinterpret_cast<std::uintptr_t>(&the_recorder));
  captures_disposal_.store(settings_.capture_dispose, std::memory_order_relaxed);
  // The unwinder's first walk looks a function up by its name, which a signal handler may not do.
  std::array<std::uintptr_t, 2> unused{};
  if (settings_.unwind) capture::best_backend()(unused, own_);
  captures_.store(settings_.unwind, std::memory_order_release);
}

/// Whether the thread has what its stacks are captured with, if need be from now on.
bool Recorder::prepare_capture(ThreadState*& thread) noexcept {
  if (thread != nullptr && thread->capture) return true;
  const std::lock_guard lock(mutex_);
  if (thread == nullptr) thread = this_thread();
  if (thread == nullptr) return false;
  try {
    thread->capture.emplace(settings_.max_depth, &process_memory());
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

const KnownStack* Recorder::creation_stack() noexcept {
  ThreadState* thread = thread_state();
  if (thread != nullptr && !thread->places.empty()) return known_stack_of(thread->places);
  if (!decided_.load(std::memory_order_acquire)) is_recording();
  if (!captures_.load(std::memory_order_acquire) || !prepare_capture(thread)) return nullptr;
  const capture::SeenStack seen = thread->capture->capture(own_);
  if (settings_.check_unwind) stack_check_.compare(seen, own_);
  if (!seen.repeated || thread->last_captured == nullptr)
    thread->last_captured = stacks_of_process().find_or_add(seen);
  return thread->last_captured;
}

const KnownStack* Recorder::disposal_stack() noexcept {
  return captures_disposal_.load(std::memory_order_relaxed) ? creation_stack() : nullptr;
}

void Recorder::add_ring(ThreadState& thread) noexcept {
  if (all_threads_ != nullptr) has_threads_.store(true, std::memory_order_relaxed);
  thread.next = std::exchange(all_threads_, &thread);
  try {
    Arena& memory = process_memory();
    thread.calls = new (memory.allocate(sizeof(CallRing), alignof(CallRing))) CallRing(&memory);
  } catch (const std::bad_alloc&) {
    // Each of its calls is recorded at once.
  }
}

ThreadState* Recorder::this_thread() noexcept {
  ThreadState*& state = thread_state();
  if (state != nullptr) return state;
  if (!watches_threads_) {
    watches_threads_ = pthread_key_create(&thread_key_, [](void* ended) {
                         the_recorder.thread_ended(*static_cast<ThreadState*>(ended));
                       }) == 0;
  }
  if (free_threads_ != nullptr) {
    state = std::exchange(free_threads_, free_threads_->next_free);
  } else {
    try {
      Arena& memory = process_memory();
      state = new (memory.allocate(sizeof(ThreadState))) ThreadState(&memory);
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
    add_ring(*state);
  }
  state->number = {getpid() == gettid() ? 0 : ++threads_};
  state->session = 0;
  if (watches_threads_) pthread_setspecific(thread_key_, state);
  return state;
}

}  // namespace tensorleak::record
