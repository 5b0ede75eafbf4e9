// Every stack of the process, once: what its addresses meant when it was captured.
//
//   slots (power of two)        stacks, which never go
//   ┌───────────────┐
//   │ pointer ──────┼─────────► hash, id, a0 a1 a2 …, their modules
//   │ null          │
//   └───────────────┘
//
// A look-up takes no lock: slots are only ever filled, and a table that grew leaves the smaller one
// to those that still read it. The hash finds a candidate and the addresses decide.
//
// Where code can be unloaded, other code can come to lie at its addresses. A stack with such code
// is known for the loader's generation that it was seen in; in a later one its modules are looked
// up again, and either it still is the same or there is one more.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory_resource>
#include <mutex>
#include <span>
#include <vector>

#include "libtrack/capture/seen_stack.hpp"
#include "libtrack/record/modules.hpp"
#include "libtrack/trace/ids.hpp"

namespace tensorleak::record {

/// Stands for a stack that was not recorded, and must not be captured either.
inline constexpr std::uint64_t kNoStack = ~std::uint64_t{0};

struct KnownStack {
  trace::StackId id;
  std::uint64_t hash = 0;
  /// The latest of the loader that it was found the same in; 0: it stays for ever.
  mutable std::atomic<std::uint64_t> generation = 0;
  std::span<const std::uintptr_t> addresses;  ///< or tokens of Places; innermost first
  std::span<const Module* const> modules;     ///< of each address; null: it lies in none
  bool truncated = false;                     ///< the stack went on
};

/// Any thread may call it.
class KnownStacks {
 public:
  explicit KnownStacks(std::pmr::memory_resource* memory) noexcept
      : memory_(memory), modules_(memory), stacks_(memory) {}

  /// The one that is the same. Null where memory is at its end. Must not be called with a lock
  /// that an allocation of the program may wait for.
  const KnownStack* find_or_add(const capture::SeenStack& seen) noexcept;

  /// The stack of this id; null: there is none.
  const KnownStack* find(trace::StackId id) noexcept;

  /// The fork's handlers: nobody is adding while the process is copied.
  void lock() noexcept { adding_.lock(); }
  void unlock() noexcept { adding_.unlock(); }

 private:
  struct Table {
    std::size_t mask;
    std::atomic<const KnownStack*>* slots;
  };

  const KnownStack* find(const capture::SeenStack& seen) const noexcept;
  const KnownStack* find_or_add_slowly(const capture::SeenStack& seen);
  const KnownStack* revive(const capture::SeenStack& seen,
                           std::span<const Module* const> modules) const noexcept;
  const KnownStack* add(const capture::SeenStack& seen, std::span<const Module* const> modules);
  void put(const Table& table, const KnownStack& stack) const noexcept;
  void grow();

  std::atomic<const Table*> table_ = nullptr;
  std::mutex adding_;  ///< for all below
  std::pmr::memory_resource* memory_;
  Modules modules_;
  std::pmr::vector<const KnownStack*> stacks_;  ///< by id, from 1
};

}  // namespace tensorleak::record
