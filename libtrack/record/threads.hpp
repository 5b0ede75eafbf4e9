// What the recorder knows of a thread, and the guard around everything that it does on one.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <vector>

#include "libtrack/capture/thread_capture.hpp"
#include "libtrack/record/known_stacks.hpp"
#include "libtrack/trace/ids.hpp"

namespace tensorleak::record {

struct Call;
class CallRing;

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
  const Call* next_call = nullptr;
  std::uint64_t calls_end = 0;
};

/// The calling thread's state; null until it has one.
ThreadState*& thread_state() noexcept;

/// Held by a thread while it is inside the recorder. An event that comes while it is held, from a
/// signal handler or from what the recorder itself calls, finds that it was not `entered` and goes
/// away. Holds back cancellation, which would leave the recorder's lock behind, and keeps errno.
class Entry {
 public:
  Entry() noexcept;
  /// A cancellation that waited may unwind the thread from here.
  ~Entry() noexcept(false);
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  bool entered() const { return entered_; }

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
  int errno_;
  int cancel_state_ = 0;
  bool entered_;
};

}  // namespace tensorleak::record
