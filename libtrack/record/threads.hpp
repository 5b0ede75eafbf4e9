// What the recorder knows of a thread, and the guard around everything that it does on one.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <vector>

#include "libtrack/capture/thread_capture.hpp"
#include "libtrack/record/call_ring.hpp"
#include "libtrack/record/known_stacks.hpp"
#include "libtrack/trace/ids.hpp"

namespace tensorleak::record {

/// Reused after its thread ended. Belongs to the thread, but is only touched under the recorder's
/// lock where nothing else is said.
struct ThreadState {
  explicit ThreadState(std::pmr::memory_resource* memory) : scopes(memory), places(memory) {}

  trace::ThreadId number;
  std::uint64_t session = 0;                ///< the session that opened the scopes
  std::pmr::vector<trace::ScopeId> scopes;  ///< open ones, outermost first
  /// The stack that the thread says it has, innermost first; empty: it is captured. Only its own
  /// thread reads and changes it.
  std::pmr::vector<std::uintptr_t> places;
  /// None before the first stack. Only its own thread uses it, without the lock.
  std::optional<capture::ThreadCapture> capture;
  const KnownStack* last_captured = nullptr;  ///< null: nothing, or not kept
  CallRing* calls = nullptr;                  ///< null: there is no memory for one
  ThreadState* next_free = nullptr;
  ThreadState* next = nullptr;  ///< of all there are

  // While calls are recorded.
  ThreadState* next_pending = nullptr;
  CallRing::Reader reader;
};

/// The calling thread's state; null until it has one.
ThreadState*& thread_state() noexcept;

/// Of a thread that is inside the recorder. Events that come then, from a signal handler or from
/// what the recorder itself calls, find that they have not `entered` and go away. Holds back
/// cancellation, which would leave the recorder's locks behind, and keeps errno.
struct EntryState {
  int saved_errno = 0;
  int cancel_state = 0;
  bool entered = false;
};

/// A thread can be cancelled at any instruction (PTHREAD_CANCEL_ASYNCHRONOUS), and the unwinder
/// finds no way out of a function that has something to clean up, or is noexcept, except at its
/// calls. So neither these nor a function that calls them may be such a function. A cancellation
/// that waited unwinds from end_entry.
EntryState begin_entry();
void end_entry(const EntryState& state);

/// The same as an object, for calls that are made once in a while.
class Entry {
 public:
  Entry() noexcept : state_(begin_entry()) {}
  ~Entry() noexcept(false) { end_entry(state_); }
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  bool entered() const { return state_.entered; }

  /// While it lives, what comes is the recorder's own doing, and no event of the program.
  class Quiet {
   public:
    Quiet() noexcept;
    ~Quiet();
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;

   private:
    bool before_;
  };
  static bool is_quiet() noexcept;

  /// Whether the calling thread holds an entry; and the same without the scope, for fork's
  /// handlers.
  static bool is_inside() noexcept;
  static void set_inside(bool inside) noexcept;

 private:
  EntryState state_;
};

}  // namespace tensorleak::record
