#include "libtrack/capture/capture.hpp"

#include "libtrack/capture/loaded_code.hpp"
#ifdef TENSORLEAK_WITH_RULES
#include "libtrack/capture/rule_cache.hpp"
#endif

namespace tensorleak::capture {

void before_fork() noexcept {
  hold_questions();
}

void after_fork_in_parent() noexcept {
  allow_questions();
}

void after_fork_in_child() noexcept {
#ifdef TENSORLEAK_WITH_RULES
  rule_cache().after_fork();
#endif
  forget_unfinished();
  allow_questions();
}

Backend best_backend() noexcept {
#if defined(TENSORLEAK_WITH_RULES)
  return capture_with_rules;
#elif defined(TENSORLEAK_WITH_LIBUNWIND)
  return capture_with_libunwind;
#else
  return capture_nothing;
#endif
}

}  // namespace tensorleak::capture
