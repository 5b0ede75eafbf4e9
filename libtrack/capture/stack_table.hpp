// Gives each distinct stack an id, so that a stack is written once however often it occurs.
//
//   slots (power of two)        frames, in the memory resource
//   ┌───────────────┐
//   │ hash  id  ────┼──────────► a0 a1 a2 … (innermost first)
//   │ (empty)       │
//   └───────────────┘
//
// The hash finds a candidate and the addresses decide: two stacks never share an id because their
// hashes are equal. Not safe for use by two threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "libtrack/capture/capture.hpp"
#include "libtrack/trace/ids.hpp"

namespace tensorleak::capture {

using StackHash = std::uint64_t (*)(std::span<const std::uintptr_t> addresses) noexcept;

std::uint64_t hash_of_stack(std::span<const std::uintptr_t> addresses) noexcept;

class StackTable {
 public:
  struct Interned {
    trace::StackId id;
    bool is_new = false;
  };

  /// Takes all memory from `memory`. `hash` is for tests.
  explicit StackTable(std::pmr::memory_resource* memory, StackHash hash = hash_of_stack) noexcept
      : hash_(hash), slots_(memory) {}

  /// The id of the stack, a new one if it has not been seen. Throws std::bad_alloc where the memory
  /// is at its end, and is then unchanged.
  Interned intern(std::span<const std::uintptr_t> addresses);

  /// Forgets all stacks with an address in `range`: other code lies there from now on, so that the
  /// same addresses mean another stack. Their ids are not used again.
  void forget(AddressRange range) noexcept;

  std::size_t size() const { return used_; }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    const std::uintptr_t* frames = nullptr;  ///< null: empty
    std::uint32_t depth = 0;
    bool forgotten = false;
    trace::StackId id;
  };

  static bool holds(const Slot& slot, std::uint64_t hash,
                    std::span<const std::uintptr_t> addresses) noexcept;
  std::size_t find(std::uint64_t hash, std::span<const std::uintptr_t> addresses) const noexcept;
  std::size_t next_empty(std::uint64_t hash) const noexcept;
  void grow();

  StackHash hash_;
  std::pmr::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::uint64_t last_id_ = 0;
};

}  // namespace tensorleak::capture
