// Whether this process records, and into what: starts, forks and ends.
//
// There is one recorder in a process, because a program's calls, fork, the end of a thread and the
// end of the process find it from nowhere. It is never destroyed: other destructors may still call.
//
//   undecided ──first call──► idle ◄──start, stop──► recording
//       ▲                                                │
//       └───────────── in a forked child ────────────────┘
//   ended: after the process's exit, when switched off, or beside another copy of libtrack
#pragma once

#include <pthread.h>
#include <track/track.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>

#include "libtrack/record/call_ring.hpp"
#include "libtrack/record/heaps.hpp"
#include "libtrack/record/known_stacks.hpp"
#include "libtrack/record/places.hpp"
#include "libtrack/record/session.hpp"
#include "libtrack/record/settings.hpp"
#include "libtrack/record/stack_check.hpp"
#include "libtrack/record/threads.hpp"
#include "libtrack/record/ticks.hpp"
#include "libtrack/record/trace_file.hpp"

namespace tensorleak::record {

/// Every member function may be called from any thread, while an Entry is held. None throws.
class Recorder {
 public:
  constexpr Recorder() noexcept = default;

  track_status start(const char* path) noexcept;
  track_status stop() noexcept;
  track_status flush() noexcept;
  bool is_recording() noexcept;
  track_heap* find_or_add_heap(std::string_view name, std::uint32_t flags) noexcept;
  std::uintptr_t token_of(const Place& place) noexcept;
  std::uint64_t declare_stack(std::span<const std::uint64_t> places) noexcept;

  /// What recordings say of the process from the next on; an empty word leaves what they say
  /// without it.
  void describe(std::string_view runtime, std::string_view backend,
                std::string_view program) noexcept;

  /// From now on the calling thread's stack is this one, of at most capture::kMaxDepth tokens; an
  /// empty one is captured again.
  void set_stack(std::span<const std::uint64_t> places) noexcept;

  /// The stack of an event of the calling thread; null: none is wanted, or there is no memory.
  /// Before `record`, so that threads walk their stacks side by side.
  const KnownStack* creation_stack() noexcept;
  const KnownStack* disposal_stack() noexcept;

  /// The stack of this number of declare_stack; null: there is none.
  const KnownStack* declared_stack(std::uint64_t number) noexcept;

  // Calls that come often are left for later; they do not wait for other threads.
  void created(Call::Kind kind, Key tensor, const TensorInfo& info,
               const KnownStack* stack) noexcept;
  void disposed(Key tensor, trace::FreeReason why, const KnownStack* stack) noexcept;
  void used(Key tensor, std::string_view op) noexcept;

  /// Calls `event(session, thread)` if this process records, behind all calls that were made
  /// before.
  template <class Event>
  void record(Event&& event) noexcept {
    const std::lock_guard lock(mutex_);
    if (!prepare()) return;
    record_calls();
    if (ThreadState* const thread = this_thread()) {
      std::forward<Event>(event)(*session_, *thread);
    } else {
      session_->missed(1);
    }
    settle();
  }

  /// An event came while this thread was inside the recorder.
  void missed() noexcept { missed_.fetch_add(1, std::memory_order_relaxed); }

  /// Records what threads have left. False: there was little to do.
  bool catch_up() noexcept;

  // The handlers of the process's own events, which need no Entry.
  void before_fork() noexcept;
  void after_fork_in_parent() noexcept;
  void after_fork_in_child() noexcept;
  void thread_ended(ThreadState& thread) noexcept;
  void process_ended() noexcept;

 private:
  enum class State : std::uint8_t { kUndecided, kIdle, kRecording, kEnded };

  template <class PutCall, class Event>
  void leave(PutCall put, Event event) noexcept;
  Ticks ticks() const noexcept;
  std::size_t record_calls() noexcept;
  void drop_calls() noexcept;

  bool prepare() noexcept;
  Places* places_of_process() noexcept;
  void decide() noexcept;
  void read_environment() noexcept;
  void choose_capture() noexcept;
  bool prepare_capture(ThreadState*& thread) noexcept;
  const KnownStack* known_stack_of(std::span<const std::uint64_t> tokens) noexcept;
  KnownStacks& stacks_of_process() noexcept;
  track_status open_session(Whose whose, bool late) noexcept;
  void close_session() noexcept;
  bool remember_pattern(std::string_view pattern) noexcept;
  void settle() noexcept;
  void add_ring(ThreadState& thread) noexcept;
  void set_state(State state) noexcept;
  ThreadState* this_thread() noexcept;

  std::mutex mutex_;
  State state_ = State::kUndecided;
  bool knows_environment_ = false;
  bool is_child_ = false;          ///< forked from a process that recorded, or had not decided
  bool continues_parent_ = false;  ///< the parent recorded
  Settings settings_{};
  PathBuffer pattern_{};  ///< where the last recording was asked to go
  std::uint64_t sessions_ = 0;
  std::uint64_t threads_ = 0;
  Heaps heaps_;
  Places* places_ = nullptr;                    ///< none before the first place
  std::atomic<KnownStacks*> stacks_ = nullptr;  ///< none before the first of them
  std::string_view runtime_;                    ///< as described; empty: it was not
  std::string_view backend_name_;
  std::string_view program_;
  ThreadState* free_threads_ = nullptr;
  ThreadState* all_threads_ = nullptr;  ///< those that are free too
  Moment caught_up_{};                  ///< calls until here are recorded
  Ticks began_ = 0;                     ///< calls before are of no recording
  bool watches_threads_ = false;
  pthread_key_t thread_key_ = 0;
  Session* session_ = nullptr;

  // Read without the lock.
  std::atomic<bool> decided_ = false;
  std::atomic<bool> captures_ = false;
  std::atomic<bool> leaves_calls_ = false;  ///< it records, and calls may be left
  std::atomic<bool> has_threads_ = false;   ///< more than one has called
  std::atomic<Ticks> due_ = 0;              ///< when somebody has to catch up
  std::atomic<bool> captures_disposal_ = false;
  std::atomic<std::uint64_t> missed_ = 0;
  capture::AddressRange own_{};
  StackCheck stack_check_;
};

/// The process's recorder.
Recorder& recorder() noexcept;

}  // namespace tensorleak::record
