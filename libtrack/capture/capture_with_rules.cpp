#include "libtrack/capture/capture.hpp"
#include "libtrack/capture/walk.hpp"

namespace tensorleak::capture {

[[gnu::noinline]] Captured capture_with_rules(std::span<std::uintptr_t> buffer,
                                              AddressRange own) noexcept {
  const Frame start = calling_frame();
  Walk walk(start);
  Captured result;
  for (auto step = Walk::Result::kCaller; step == Walk::Result::kCaller;) {
    const std::uintptr_t pc = walk.frame().pc;
    step = walk.step();
    if (step == Walk::Result::kLost) return capture_with_libunwind_from(start.sp, buffer, own);
    if (step == Walk::Result::kNoTable) break;
    if (result.depth == 0 && own.contains(pc)) continue;
    if (result.depth == buffer.size()) {
      result.truncated = true;
      break;
    }
    buffer[result.depth++] = pc;
  }
  return result;
}

}  // namespace tensorleak::capture
