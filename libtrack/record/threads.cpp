#include "libtrack/record/threads.hpp"

#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <utility>

namespace tensorleak::record {
namespace {

struct Slot {
  ThreadState* state = nullptr;
  bool inside = false;
  bool quiet = false;  ///< events that come while inside are none of the program
};

// Initial-exec: the other models may allocate when a thread first touches the variable, which the
// program's tracked allocator would see.
[[gnu::tls_model("initial-exec")]] constinit thread_local Slot slot;

}  // namespace

ThreadState*& thread_state() noexcept {
  return slot.state;
}

EntryState begin_entry() {
  EntryState state{.saved_errno = errno, .entered = !slot.inside};
  if (!state.entered) return state;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state.cancel_state);
  Entry::set_inside(true);
  return state;
}

void end_entry(const EntryState& state) {
  if (!state.entered) return;
  Entry::set_inside(false);
  errno = state.saved_errno;
  pthread_setcancelstate(state.cancel_state, nullptr);
}

Entry::Quiet::Quiet() noexcept : before_(std::exchange(slot.quiet, true)) {}

Entry::Quiet::~Quiet() {
  slot.quiet = before_;
}

bool Entry::is_quiet() noexcept {
  return slot.quiet;
}

bool Entry::is_inside() noexcept {
  return slot.inside;
}

void Entry::set_inside(bool inside) noexcept {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  slot.inside = inside;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

}  // namespace tensorleak::record
