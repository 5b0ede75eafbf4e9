#include "libtrack/capture/rule_cache.hpp"

#include <libunwind.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "libtrack/capture/cfi_program.hpp"

namespace tensorleak::capture {
namespace {

constinit RuleCache the_rules;

/// How a signal handler returns: `mov $15, %rax; syscall`. LLVM libunwind knows it by its bytes
/// where it has no table.
bool is_signal_return(std::uintptr_t pc, AddressRange object) {
  constexpr std::string_view kBytes("\x48\xc7\xc0\x0f\x00\x00\x00\x0f\x05", 9);
  return object.contains(pc) && object.contains(pc + kBytes.size()) &&
         std::memcmp(reinterpret_cast<const void*>(pc), kBytes.data(), kBytes.size()) == 0;
}

UnwindRule compute(std::uintptr_t return_address, AddressRange object) {
  using Kind = UnwindRule::Kind;
  const std::uintptr_t call = return_address - 1;
  unw_context_t context;
  unw_cursor_t cursor;
  unw_proc_info_t function;
  if (unw_getcontext(&context) != UNW_ESUCCESS ||
      unw_init_local(&cursor, &context) != UNW_ESUCCESS ||
      unw_set_reg(&cursor, UNW_REG_IP, call) != UNW_ESUCCESS)
    return UnwindRule(Kind::kOther);
  if (unw_get_proc_info(&cursor, &function) != UNW_ESUCCESS || function.unwind_info == 0 ||
      call < function.start_ip || call >= function.end_ip)
    return UnwindRule(is_signal_return(return_address, object) ? Kind::kOther : Kind::kNoTable);
  return rule_from_table(reinterpret_cast<const std::uint8_t*>(function.unwind_info),
                         function.start_ip, call);
}

}  // namespace

RuleCache& rule_cache() noexcept {
  return the_rules;
}

[[gnu::noinline, gnu::cold]] UnwindRule RuleCache::fill(std::uintptr_t return_address) noexcept {
  const int saved_errno = errno;
  misses_.fetch_add(1, std::memory_order_relaxed);
  const std::uint64_t before = loader_generation();
  const Code code = code_at(return_address - 1);
  UnwindRule rule = compute(return_address, code.object);
  if (code.stays) {
    keep(return_address, rule);
  } else {
    rule = rule.unloadable();
    // Not where another thread is at it: the next look finds it then.
    if (!filling_.test_and_set(std::memory_order_acquire)) {
      if (generation_.load() == before && loader_generation() == before) keep(return_address, rule);
      filling_.clear(std::memory_order_release);
    }
  }
  errno = saved_errno;
  return rule;
}

void RuleCache::keep(std::uintptr_t return_address, UnwindRule rule) noexcept {
  Entry* const bucket = &entries_[bucket_of(return_address)];
  const auto is_empty = [](const Entry& entry) { return entry.rule.load() == 0; };
  Entry* place = std::find_if(bucket, bucket + kWays, is_empty);
  if (place == bucket + kWays) place = bucket + (return_address >> 3) % kWays;
  place->rule.store(rule.bits(), std::memory_order_relaxed);
  place->key.store(return_address ^ rule.bits(), std::memory_order_relaxed);
}

/// Forgets the unloadable rules, which can be those of other code.
[[gnu::noinline, gnu::cold]] bool RuleCache::renew() noexcept {
  if (filling_.test_and_set(std::memory_order_acquire)) return false;
  const std::uint64_t now = loader_generation();
  for (Entry& entry : entries_) {
    const auto rule = UnwindRule::from_bits(entry.rule.load(std::memory_order_relaxed));
    if (rule.is_unloadable()) entry.rule.store(0, std::memory_order_relaxed);
  }
  generation_.store(now);
  filling_.clear(std::memory_order_release);
  return true;
}

}  // namespace tensorleak::capture
