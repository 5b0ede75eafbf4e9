// Unwind rules by return address, filled from the tables that LLVM libunwind finds.
//
//   bucket of 4            entry: key = address ^ rule, rule
//   ┌─────┬─────┬─────┬─────┐
//   │  e  │  e  │  e  │  e  │      Both words are written without a lock. An entry whose words do
//   └─────┴─────┴─────┴─────┘      not belong together fits no address, and is as good as empty.
//
// Code that can be unloaded has its rules only for as long as the loader's list stays as it is.
// The rest, the program itself and what it needs, keeps them: most walks never ask the loader.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "libtrack/capture/loaded_code.hpp"
#include "libtrack/capture/unwind_rule.hpp"

namespace tensorleak::capture {

class RuleCache {
 public:
  constexpr RuleCache() noexcept = default;

  /// The rule of the frame that a call before `return_address` belongs to; never kUnset. Any
  /// thread may call it, also in a signal handler.
  UnwindRule find(std::uintptr_t return_address) noexcept {
    Entry* const bucket = &entries_[bucket_of(return_address)];
    for (std::size_t i = 0; i < kWays; ++i) {
      const std::uint64_t rule = bucket[i].rule.load(std::memory_order_relaxed);
      const std::uint64_t key = bucket[i].key.load(std::memory_order_relaxed);
      if ((key ^ rule) == return_address && rule != 0) return UnwindRule::from_bits(rule);
    }
    return fill(return_address);
  }

  /// Once in a walk, when it meets its first rule that is_unloadable(): from then on find() gives
  /// those of the code that is loaded now, for that rule too. False: another thread is at it, and
  /// no such rule can be followed now.
  bool refresh() noexcept { return generation_.load() == loader_generation() || renew(); }

  /// What unloadable rules hold for: changes when they do.
  std::uint64_t generation() const noexcept { return generation_.load(); }

  /// In a forked child, where the thread that held a lock does not exist.
  void after_fork() noexcept { filling_.clear(); }

  /// Rules that were computed since the start.
  std::uint64_t misses() const { return misses_.load(std::memory_order_relaxed); }

 private:
  struct Entry {
    std::atomic<std::uint64_t> key = 0;
    std::atomic<std::uint64_t> rule = 0;
  };

  static constexpr std::size_t kWays = 4;
  static constexpr unsigned kBucketBits = 14;

  static std::size_t bucket_of(std::uintptr_t address) noexcept {
    return ((address * 0x9E3779B97F4A7C15u) >> (64 - kBucketBits)) * kWays;
  }

  UnwindRule fill(std::uintptr_t return_address) noexcept;
  void keep(std::uintptr_t return_address, UnwindRule rule) noexcept;
  bool renew() noexcept;

  alignas(64) std::array<Entry, kWays << kBucketBits> entries_{};
  std::atomic<std::uint64_t> generation_ = 0;  ///< of the loader, that unloadable rules hold for
  std::atomic<std::uint64_t> misses_ = 0;
  std::atomic_flag filling_;  ///< held while unloadable rules come and go
};

/// The process's own: its code is the same for everybody.
RuleCache& rule_cache() noexcept;

}  // namespace tensorleak::capture
