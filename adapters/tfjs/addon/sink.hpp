// What the agent tells of one JavaScript thread, as calls of libtrack's C interface. Names, kinds
// of tensors and stacks get numbers once, so that what comes with each tensor is numbers alone.
//
// One object for each JavaScript environment (the main thread, a worker); used by its thread alone.
// Numbers that were never given out stand for nothing, and are harmless. Throws std::bad_alloc.
#pragma once

#include <track/track.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "adapters/tfjs/addon/batch.hpp"

namespace tensorleak::tfjs {

/// What the agent says of its engine, once.
struct Opening {
  std::string runtime;  ///< such as "tfjs 4.22.0"
  std::string backend;
  std::string program;
  bool started_late = false;
  bool bytes_per_tensor = false;
};

/// One line of a stack.
struct Place {
  std::string function;
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// Where the ids of a thread's open scopes stand: they are known when their begin is recorded,
/// which may be when a later scope has the place already. So nothing but recording changes what is
/// there.
class OpenScopes {
 public:
  std::uint64_t* open() {
    if (depth_ == ids_.size()) ids_.push_back(0);
    return &ids_[depth_++];
  }
  /// Of the innermost; null where none is open.
  std::uint64_t* close() { return depth_ == 0 ? nullptr : &ids_[--depth_]; }
  std::uint64_t outermost() const { return depth_ == 0 ? 0 : ids_.front(); }

 private:
  std::deque<std::uint64_t> ids_;  ///< a deque's elements stay where they are
  std::size_t depth_ = 0;
};

class Sink {
 public:
  Sink();
  /// The environment ended. Where the process goes on, so did its tensors.
  ~Sink();
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  void open(const Opening& opening);
  std::uint32_t text(std::string text);
  std::uint32_t kind(std::string op, std::string dtype,
                     std::optional<std::vector<std::uint64_t>> shape);
  std::uint32_t stack(const std::vector<Place>& frames);

  void alloc(std::uint64_t id, std::uint64_t buffer, std::uint64_t bytes, std::uint32_t kind,
             std::uint32_t stack, std::uint32_t flags);
  void assign(std::uint64_t id, std::uint64_t buffer, std::uint64_t bytes, std::uint32_t kind);
  void free(std::uint64_t id, std::uint32_t why);
  void use(std::uint64_t id, std::uint32_t op);
  void flag(std::uint64_t id, std::uint32_t flag, bool value);
  void name(std::uint64_t id, std::uint32_t text);
  void lost(std::uint64_t id);
  void holder(std::uint64_t id, const std::string& by, const std::string& path,
              std::uint64_t members);
  void scope_begin(std::uint32_t name);
  void scope_end();
  void frame(std::uint32_t lane, std::uint32_t name);
  void resource(std::uint32_t name, std::uint64_t value);
  void counter(std::uint64_t tensors, std::uint64_t buffers, std::uint64_t bytes);
  void misuse(std::uint32_t kind, std::uint32_t words, std::uint32_t stack);
  /// For JavaScript to write events into, instead of a call for each.
  std::span<double> batch() const { return batch_.memory(); }
  /// Takes what is in it, as if each had been told. @param now performance.now()
  void take(double now);
  void flush();
  void close();

 private:
  /// As many events as libtrack gets in one call: its lock is held for some microseconds then.
  static constexpr std::size_t kAtOnce = 128;

  struct Kind {
    std::string op;
    std::string dtype;
    std::optional<std::vector<std::uint64_t>> shape;
  };

  void take();
  void put(const BatchEvent& event);
  void put_alloc(track_event& out, const BatchEvent& event);
  void tell();
  std::uint64_t time_of(double milliseconds) const;
  const char* text_of(std::uint32_t number) const;
  std::uint64_t stack_of(std::uint32_t number) const;
  void fill(track_tensor_info& info, std::uint32_t kind, std::uint64_t buffer,
            std::uint64_t bytes) const;
  track_tensor_info info_of(std::uint32_t kind, std::uint64_t buffer, std::uint64_t bytes) const;

  std::uint32_t environment_;  ///< 0: the main thread's, else the number of a worker
  track_heap* heap_ = nullptr;
  std::string lane_;               ///< the default lane of a worker's frames
  std::deque<std::string> texts_;  ///< [0] is none
  std::deque<Kind> kinds_;
  std::vector<std::uint64_t> stacks_;  ///< [0] is none
  OpenScopes scopes_;

  Batch batch_;
  std::array<track_event, kAtOnce> outgoing_;
  std::array<track_tensor_info, kAtOnce> infos_;  ///< of the same
  std::size_t told_ = 0;                          ///< how many of them there are
  std::uint64_t happened_at_ = 0;                 ///< as track_event has it
  std::optional<double> clock_offset_;            ///< nanoseconds from JavaScript's clock to ours
};

}  // namespace tensorleak::tfjs
