// For tests that lose tensors on purpose.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace tensorleak::testing {

/// While it lives, LeakSanitizer does not mind what the thread that made it allocates.
class LosesMemory {
 public:
  LosesMemory() { set(true); }
  ~LosesMemory() { set(false); }
  LosesMemory(const LosesMemory&) = delete;
  LosesMemory& operator=(const LosesMemory&) = delete;

 private:
  static void set([[maybe_unused]] bool loses) {
#if defined(__SANITIZE_ADDRESS__)
    loses ? __lsan_disable() : __lsan_enable();
#endif
  }
};

}  // namespace tensorleak::testing
