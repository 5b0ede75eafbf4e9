#include "libtrack/capture/capture.hpp"

namespace tensorleak::capture {

Backend best_backend() noexcept {
#ifdef TENSORLEAK_WITH_LIBUNWIND
  return capture_with_libunwind;
#else
  return capture_nothing;
#endif
}

}  // namespace tensorleak::capture
