// The event model: what a program under observation can say. The event log (docs/event-log.md),
// the binary trace and the C interface are three spellings of the types in this header.
//
// Events are views. Every string_view and span in an event belongs to the source that produced it
// and is valid until that source produces the next event; a consumer copies what it keeps.
//
// Times are nanoseconds on a clock of the program's choice that never runs backwards.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "libtrack/trace/ids.hpp"

namespace tensorleak::trace {

using Nanoseconds = std::int64_t;

/// How the program's own counters count the bytes of tensors that share a buffer.
enum class BytesRule : std::uint8_t {
  kPerBuffer,  ///< a shared buffer once
  kPerTensor,  ///< a shared buffer once for each tensor on it
};

/// First event of every recording.
struct Header {
  std::uint32_t version = 1;
  std::string_view runtime;  ///< such as "tfjs 4.22.0"
  std::string_view backend;  ///< such as "webgl"
  std::string_view program;  ///< what was run, in the words of whoever recorded it
  BytesRule bytes_rule = BytesRule::kPerBuffer;
  std::uint64_t process = 0;  ///< process id; 0: not known
  bool started_late = false;  ///< tensors that were made before it are not known
};

/// The recording ended because the program did, in an orderly way.
struct End {
  Nanoseconds time = 0;
};

/// Properties of a tensor that the runtime knows; a set of bits.
enum class Flag : std::uint8_t {
  kVariable = 1,  ///< a mutable tensor that its model or program owns
  kKept = 2,      ///< exempt from its scope
  kTape = 4,      ///< saved for a gradient
  kPool = 8,      ///< owned by a pool that hands it out again
  kCounted = 16,  ///< its handles are counted: without a Lost, one is left
};

class Flags {
 public:
  constexpr Flags() = default;
  constexpr explicit Flags(std::uint8_t bits) : bits_(bits) {}
  constexpr void set(Flag flag, bool on = true) {
    const auto bit = static_cast<std::uint8_t>(flag);
    bits_ = static_cast<std::uint8_t>(on ? bits_ | bit : bits_ & ~bit);
  }
  constexpr bool has(Flag flag) const { return (bits_ & static_cast<std::uint8_t>(flag)) != 0; }
  constexpr std::uint8_t bits() const { return bits_; }

 private:
  std::uint8_t bits_ = 0;
};

/// A tensor was made. An Alloc of an id that the preceding Free on its thread released with
/// FreeReason::kVariable is an assign: the same tensor and its first stack, not a new one.
struct Alloc {
  TensorId id;
  std::optional<BufferId> buffer;                       ///< absent: a buffer of its own
  std::uint64_t bytes = 0;                              ///< size of the buffer
  std::optional<std::span<const std::uint64_t>> shape;  ///< absent: not known; empty: a scalar
  std::string_view dtype;                               ///< as spelled by the runtime
  std::string_view device;
  std::string_view op;  ///< the operation that made it; empty: not known
  std::optional<StackId> stack;
  std::optional<ScopeId> scope;  ///< the innermost scope that was open on its thread
  ThreadId thread;
  Nanoseconds time = 0;
  Flags flags;
};

enum class FreeReason : std::uint8_t { kUnknown, kDispose, kScope, kVariable, kPool, kCollected };

struct Free {
  TensorId id;
  FreeReason why = FreeReason::kUnknown;
  std::optional<StackId> stack;
  ThreadId thread;
  Nanoseconds time = 0;
};

/// An operation read the tensor.
struct Use {
  TensorId id;
  std::string_view op;
  Nanoseconds time = 0;
};

/// The tensor is exempt from its scope (or no longer).
struct Keep {
  TensorId id;
  bool value = true;
};

/// The program gave the tensor a name.
struct Name {
  TensorId id;
  std::string_view text;
};

/// A property of a live tensor changed.
struct FlagChange {
  TensorId id;
  Flag flag = Flag::kVariable;
  bool value = true;
};

/// The last handle is gone; the tensor is not.
struct Lost {
  TensorId id;
};

/// A tidy (no name) or a named scope opened. A name that ends in "__op" is that of an operation.
struct ScopeBegin {
  ScopeId id;
  std::optional<ScopeId> parent;
  std::string_view name;
  ThreadId thread;
  Nanoseconds time = 0;
};

struct ScopeEnd {
  ScopeId id;
  ThreadId thread;
  Nanoseconds time = 0;
};

/// Closes the open frame of its lane and opens the next.
struct FrameMark {
  std::optional<std::uint64_t> number;  ///< absent: one more than the last of its lane
  std::string_view name;
  std::string_view lane;  ///< empty: the default lane
  Nanoseconds time = 0;
};

/// Something below the tensors that an adapter can count, such as textures.
struct Resource {
  std::string_view name;
  std::uint64_t value = 0;
};

/// What the runtime and the system say at this moment; absent fields were not asked.
struct Counter {
  std::optional<std::uint64_t> tensors;
  std::optional<std::uint64_t> buffers;
  std::optional<std::uint64_t> bytes;  ///< counted by Header::bytes_rule
  std::optional<std::uint64_t> rss;    ///< bytes
  std::optional<std::uint64_t> gpu_bytes;
  std::span<const Resource> resources;
  Nanoseconds time = 0;
};

/// An executable or shared library, at the addresses where it is loaded from now on. A later
/// module at the same addresses replaces it.
struct ModuleDefinition {
  ModuleId id;
  std::string_view path;
  std::string_view build_id;    ///< hexadecimal; empty: it has none
  std::uint64_t begin = 0;      ///< lowest address
  std::uint64_t end = 0;        ///< behind the highest
  std::uint64_t load_bias = 0;  ///< what was added to the addresses that the file itself gives
};

/// One line of a stack: either names, or a raw address whose names are found at report time. Line
/// and column count from 1; 0 is not known.
struct StackFrame {
  std::string_view function;
  std::string_view file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint64_t address = 0;       ///< a return address: the call stands before it; 0: none
  std::optional<ModuleId> module;  ///< in which the address lay when the stack was captured
};

/// Gives frames to a stack id, innermost first, before the id's first use.
struct StackDefinition {
  StackId id;
  std::span<const StackFrame> frames;
};

/// Events are missing here: they could not be kept, or were lost with a part of the file. Whatever
/// was alive before may have been freed since, so that its being alive is no evidence of a leak.
struct Dropped {
  std::uint64_t count = 0;  ///< of events; 0: those that an earlier Dropped counted
  std::string_view why;
};

/// A call by which the program used its runtime as it is not meant to be used, whatever became of
/// its tensors: what the adapter itself could see.
struct Misuse {
  std::string_view kind;   ///< such as "tidy-async"
  std::string_view words;  ///< one sentence on this case; empty: the kind says it all
  std::optional<StackId> stack;
  ThreadId thread;
  Nanoseconds time = 0;
};

/// Who holds a live tensor, as far as the adapter could find out: the shortest chain of references
/// to it that is not the runtime's own. A later one of the same tensor replaces it.
struct Holder {
  TensorId id;
  std::string_view by;                   ///< what holds it, in words; empty: nobody but the runtime
  std::string_view path;                 ///< the chain in words, its root first
  std::optional<std::uint64_t> members;  ///< of the collection that holds it; absent: it is none
};

/// An event of a kind that this version does not know; it was read and set aside.
struct Unknown {
  std::string_view kind;
};

using Event = std::variant<Unknown, Header, End, Alloc, Free, Use, Keep, Name, FlagChange, Lost,
                           ScopeBegin, ScopeEnd, FrameMark, Counter, ModuleDefinition,
                           StackDefinition, Dropped, Misuse, Holder>;

}  // namespace tensorleak::trace
