// One recording: turns what a program says into events of one trace.
//
// Not safe for use by two threads at once; the recorder holds a lock around each call. Nothing here
// throws. What finds no memory is counted and told to the reader of the trace as dropped.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "libtrack/record/arena.hpp"
#include "libtrack/record/known_stacks.hpp"
#include "libtrack/record/live_table.hpp"
#include "libtrack/record/places.hpp"
#include "libtrack/record/settings.hpp"
#include "libtrack/record/tensor_info.hpp"
#include "libtrack/record/threads.hpp"
#include "libtrack/trace/event.hpp"
#include "libtrack/trace/trace_writer.hpp"

namespace tensorleak::record {

class Session {
 public:
  struct Start {
    std::uint64_t number = 1;  ///< tells this recording from others of the process; not 0
    bool late = false;         ///< tensors were, or may have been, made before
    std::string_view runtime;
    std::string_view backend;
    std::string_view program;
    trace::BytesRule bytes_rule = trace::BytesRule::kPerBuffer;
    const Places* places = nullptr;  ///< that stacks can hold; outlives the session
  };

  /// Writes the header. `sink` outlives the session.
  Session(const Settings& settings, trace::TraceSink& sink, const Start& start);

  /// `stack`, here and below, can be null: none is known.
  void created(ThreadState& thread, Key tensor, const TensorInfo& info,
               const KnownStack* stack) noexcept;
  void assigned(ThreadState& thread, Key tensor, const TensorInfo& info,
                const KnownStack* stack) noexcept;
  void disposed(ThreadState& thread, Key tensor, trace::FreeReason why,
                const KnownStack* stack) noexcept;
  void used(Key tensor, std::string_view op) noexcept;
  void flagged(Key tensor, trace::Flag flag, bool value) noexcept;
  void named(Key tensor, std::string_view name) noexcept;
  void lost(Key tensor) noexcept;
  /// `members` of 0: what holds it is no collection.
  void held(Key tensor, std::string_view by, std::string_view path, std::uint64_t members) noexcept;
  /// 0 where it could not be recorded.
  std::uint64_t scope_begun(ThreadState& thread, std::string_view name) noexcept;
  void scope_ended(ThreadState& thread, std::uint64_t scope) noexcept;
  void frame(std::string_view lane, std::string_view name) noexcept;
  void resource(std::string_view name, std::uint64_t value) noexcept;
  void counted(std::uint64_t tensors, std::uint64_t buffers, std::uint64_t bytes) noexcept;
  void misused(const ThreadState& thread, std::string_view kind, std::string_view words,
               const KnownStack* stack) noexcept;
  /// All tensors of the heap ceased to be.
  void heap_cleared(const ThreadState& thread, std::uint32_t heap, trace::FreeReason why) noexcept;
  /// The thread ended, and with it its scopes.
  void thread_ended(ThreadState& thread) noexcept;

  /// While it lives, events are those of earlier moments.
  class Retelling {
   public:
    explicit Retelling(Session& session) noexcept : session_(session), began_(session.now()) {}
    ~Retelling() { session_.told_time_.reset(); }
    Retelling(const Retelling&) = delete;
    Retelling& operator=(const Retelling&) = delete;

    /// For the events from here on. 0, and what lies in the future: now.
    void happened_at(std::uint64_t time) const noexcept {
      const bool is_known = time != 0 && time < static_cast<std::uint64_t>(began_);
      session_.told_time_ = is_known ? static_cast<trace::Nanoseconds>(time) : began_;
    }

   private:
    Session& session_;
    trace::Nanoseconds began_;
  };

  /// Events from here on are of this moment; none: of the present.
  void happened_at(std::optional<trace::Nanoseconds> time) noexcept { told_time_ = time; }

  /// Events that never came this far.
  void missed(std::uint64_t count) noexcept { missed_ += count; }

  /// Hands what is buffered to the sink, at once or if that is due.
  void flush() noexcept;
  void flush_if_due() noexcept;
  /// The clean end. Nothing follows.
  void finish() noexcept;

  /// The sink or the writer gave up; nothing more is recorded.
  bool has_failed() const { return failed_; }

 private:
  void write(const trace::Event& event) noexcept;
  void write_alloc(const ThreadState& thread, const LiveTable::Created& tensor,
                   const TensorInfo& info, std::optional<trace::StackId> stack) noexcept;
  void write_dropped() noexcept;
  void write_rss(trace::Nanoseconds now) noexcept;
  trace::Nanoseconds now() noexcept;
  bool is_full() const noexcept;
  void adopt(ThreadState& thread) const noexcept;
  std::optional<trace::StackId> id_of(const KnownStack* stack) noexcept;
  trace::StackFrame frame_at(std::uintptr_t address, const Module* module);
  void define(const KnownStack& stack);
  std::optional<trace::TensorId> alive_or_recent(Key tensor) const;

  // Tables hold addresses of the program, and must not hide its leaks from LeakSanitizer.
  Arena tables_memory_;
  Arena writer_memory_;
  trace::TraceWriter writer_;
  const Places* places_;
  std::pmr::vector<bool> defined_stacks_;   ///< by id: their definition is in the trace
  std::pmr::vector<bool> defined_modules_;  ///< the same of modules
  const KnownStack* last_defined_ = nullptr;
  LiveTable live_;
  bool late_;
  bool failed_ = false;
  std::uint64_t number_;
  std::uint64_t last_scope_ = 0;
  std::uint64_t dropped_ = 0;  ///< for want of memory
  std::uint64_t missed_ = 0;
  std::optional<trace::Nanoseconds> told_time_;  ///< of what is told later
  trace::Nanoseconds now_ = 0;
  trace::Nanoseconds last_flush_ = 0;
  trace::Nanoseconds last_mark_flush_ = 0;
};

}  // namespace tensorleak::record
