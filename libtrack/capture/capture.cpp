#include "libtrack/capture/capture.hpp"

namespace tensorleak::capture {

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
