// Fork, the end of a thread and the end of the process.

#include <utility>

#include "libtrack/record/recorder.hpp"
#include "libtrack/record/writer_thread.hpp"

namespace tensorleak::record {
namespace {

/// This thread forks from inside the recorder: in a signal handler, or from what a handler calls.
[[gnu::tls_model("initial-exec")]] constinit thread_local bool forks_inside = false;

[[gnu::constructor]] void watch_forks() {
  pthread_atfork([] { recorder().before_fork(); }, [] { recorder().after_fork_in_parent(); },
                 [] { recorder().after_fork_in_child(); });
}

// 101 comes last: after the destructors of the library's own static objects.
[[gnu::destructor(101)]] void end_recording() {
  recorder().process_ended();
}

}  // namespace

/// Nobody is in the middle of an event while the process is copied.
void Recorder::before_fork() noexcept {
  forks_inside = Entry::is_inside();
  if (forks_inside) return;
  Entry::set_inside(true);
  mutex_.lock();
  if (KnownStacks* const stacks = stacks_.load()) stacks->lock();
  capture::before_fork();
}

void Recorder::after_fork_in_parent() noexcept {
  if (std::exchange(forks_inside, false)) return;
  capture::after_fork_in_parent();
  if (KnownStacks* const stacks = stacks_.load()) stacks->unlock();
  mutex_.unlock();
  Entry::set_inside(false);
}

void Recorder::after_fork_in_child() noexcept {
  if (std::exchange(forks_inside, false)) {
    // The lock and the tables are in an unknown state: leave them alone for good. What the
    // interrupted call still writes, the file refuses.
    set_state(State::kEnded);
    return;
  }
  if (state_ == State::kRecording) {
    // What is buffered, and what was left, is the parent's to write.
    close_session();
    drop_calls();
    continues_parent_ = true;
    set_state(State::kUndecided);
  }
  capture::after_fork_in_child();
  writer_thread().after_fork();
  is_child_ = true;
  if (KnownStacks* const stacks = stacks_.load()) stacks->unlock();
  decided_.store(state_ != State::kUndecided, std::memory_order_relaxed);
  mutex_.unlock();
  Entry::set_inside(false);
}

void Recorder::thread_ended(ThreadState& thread) noexcept {
  const Entry entry;
  const std::lock_guard lock(mutex_);
  if (state_ == State::kRecording) {
    record_calls();
    session_->thread_ended(thread);
    settle();
  }
  thread.scopes.clear();
  thread.places.clear();
  if (thread.capture) thread.capture->forget();
  thread.last_captured = nullptr;
  thread.next_free = std::exchange(free_threads_, &thread);
  thread_state() = nullptr;
}

void Recorder::process_ended() noexcept {
  const Entry entry;
  // exit() was called from inside the recorder: the tables are in the middle of a change.
  if (!entry.entered()) return;
  const std::lock_guard lock(mutex_);
  if (state_ == State::kRecording) {
    record_calls();
    session_->missed(missed_.exchange(0));
    session_->finish();
    settle();
    if (state_ == State::kRecording) close_session();
  }
  if (settings_.check_unwind) stack_check_.say_result();
  set_state(State::kEnded);
}

}  // namespace tensorleak::record
