// Calls that threads leave, and what becomes of them.

#include <algorithm>
#include <optional>
#include <utility>

#include "libtrack/record/recorder.hpp"
#include "libtrack/record/writer_thread.hpp"

namespace tensorleak::record {
namespace {

/// Where the program goes on to call, what was left is recorded after at most so many ticks, of
/// which a nanosecond has one to five.
constexpr Ticks kLongestWait = 500'000'000;

/// A thread gets its room back in pieces: each look at it costs both sides a cache line.
constexpr std::size_t kReleasedAtOnce = 64;

void record_call(Session& session, ThreadState& thread, const Call& call) noexcept {
  switch (call.kind) {
    case Call::Kind::kNothing:
      return;
    case Call::Kind::kCreated:
      return session.created(thread, call.tensor(), call.info(), call.stack);
    case Call::Kind::kAssigned:
      return session.assigned(thread, call.tensor(), call.info(), call.stack);
    case Call::Kind::kDisposed:
      return session.disposed(thread, call.tensor(), static_cast<trace::FreeReason>(call.detail),
                              call.stack);
    case Call::Kind::kUsed:
      return session.used(call.tensor(), call.op());
  }
}

bool has_calls(const ThreadState* threads) noexcept {
  for (; threads != nullptr; threads = threads->next) {
    if (threads->calls != nullptr && !threads->calls->is_empty()) return true;
  }
  return false;
}

/// The thread whose call is the earliest, and up to where no other thread has one.
struct Turn {
  ThreadState** link = nullptr;  ///< to it, in the list of those with calls; null: none is left
  Ticks until = 0;

  explicit operator bool() const { return link != nullptr; }
};

/// Threads with calls are few: as many as run at once.
Turn next_turn(ThreadState*& pending, Ticks last) noexcept {
  Turn turn{.until = last};
  Ticks earliest = last;
  for (ThreadState** link = &pending; *link != nullptr; link = &(*link)->next_pending) {
    const Ticks ticks = (*link)->reader.call()->ticks;
    if (ticks > last) continue;
    if (turn.link == nullptr || ticks < earliest) {
      if (turn.link != nullptr) turn.until = earliest;
      earliest = ticks;
      turn.link = link;
    } else {
      turn.until = std::min(turn.until, ticks);
    }
  }
  return turn;
}

}  // namespace

/// Two threads: what one of them has done is seen by the other before it goes on.
Ticks Recorder::ticks() const noexcept {
  return has_threads_.load(std::memory_order_relaxed) ? ticks_after_loads() : ticks_now();
}

/// Leaves a call in the ring of its thread, or records it at once where that cannot be.
template <class PutCall, class Event>
void Recorder::leave(PutCall put, Event event) noexcept {
  const ThreadState* const thread = thread_state();
  if (!leaves_calls_.load(std::memory_order_acquire) || thread == nullptr ||
      thread->calls == nullptr)
    return record(event);
  CallRing& calls = *thread->calls;
  const Ticks now = ticks();
  CallRing::Put done = put(calls, now);
  if (done == CallRing::Put::kFull) {
    writer_thread().start();
    catch_up();
    done = put(calls, now);
  }
  if (done != CallRing::Put::kDone) return record(event);
  if (calls.is_filling()) writer_thread().wake();
  if (now > due_.load(std::memory_order_relaxed)) catch_up();
}

void Recorder::created(Call::Kind kind, Key tensor, const TensorInfo& info,
                       const KnownStack* stack) noexcept {
  leave([&](CallRing& calls, Ticks now) { return calls.created(now, kind, tensor, info, stack); },
        [&](Session& session, ThreadState& thread) {
          if (kind == Call::Kind::kAssigned) return session.assigned(thread, tensor, info, stack);
          session.created(thread, tensor, info, stack);
        });
}

void Recorder::disposed(Key tensor, trace::FreeReason why, const KnownStack* stack) noexcept {
  leave(
      [&](CallRing& calls, Ticks now) { return calls.disposed(now, tensor, why, stack); },
      [&](Session& session, ThreadState& thread) { session.disposed(thread, tensor, why, stack); });
}

void Recorder::used(Key tensor, std::string_view op) noexcept {
  leave([&](CallRing& calls, Ticks now) { return calls.used(now, tensor, op); },
        [&](Session& session, ThreadState&) { session.used(tensor, op); });
}

bool Recorder::catch_up() noexcept {
  const std::lock_guard lock(mutex_);
  if (state_ != State::kRecording) return false;
  const std::size_t recorded = record_calls();
  settle();
  return recorded > CallRing::kSlots / 8;
}

/// Records the calls of all threads in the order of their ticks; returns how many.
///
/// Of two calls of which one could only be made after the other had returned, such as a tensor's
/// creation and its disposal by another thread, both are seen here or the earlier one alone: the
/// present is taken before the rings are looked at, and what is later is left for the next time.
std::size_t Recorder::record_calls() noexcept {
  if (!has_calls(all_threads_)) return 0;
  const Moment now = moment_now();
  const TickScale scale(caught_up_, now);
  ThreadState* pending = nullptr;
  for (ThreadState* thread = all_threads_; thread != nullptr; thread = thread->next) {
    if (thread->calls == nullptr) continue;
    thread->reader = CallRing::Reader(*thread->calls);
    if (thread->reader.call() != nullptr) thread->next_pending = std::exchange(pending, thread);
  }
  std::size_t recorded = 0;
  while (const Turn turn = next_turn(pending, now.ticks)) {
    ThreadState& thread = **turn.link;
    const Call* call = thread.reader.call();
    for (; call != nullptr && call->ticks <= turn.until; call = thread.reader.call()) {
      session_->happened_at(scale.time_of(call->ticks));
      if (call->ticks >= began_) record_call(*session_, thread, *call);
      thread.reader.next();
      if (++recorded % kReleasedAtOnce == 0) thread.reader.release();
    }
    thread.reader.release();
    if (call == nullptr) *turn.link = thread.next_pending;
  }
  session_->happened_at(std::nullopt);
  caught_up_ = now;
  due_.store(now.ticks + kLongestWait, std::memory_order_relaxed);
  return recorded;
}

/// What was left before now is of no recording.
void Recorder::drop_calls() noexcept {
  caught_up_ = moment_now();
  began_ = caught_up_.ticks;
  for (ThreadState* thread = all_threads_; thread != nullptr; thread = thread->next) {
    if (thread->calls != nullptr) thread->calls->clear();
  }
}

}  // namespace tensorleak::record
