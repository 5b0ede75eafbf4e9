#include <libunwind.h>

#include <cerrno>

#include "libtrack/capture/capture.hpp"

namespace tensorleak::capture {

[[gnu::noinline]] Captured capture_with_libunwind(std::span<std::uintptr_t> buffer,
                                                  AddressRange own) noexcept {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const Captured captured = capture_with_libunwind_from(here + 1, buffer, own);
  // Not a tail call, which would leave the frame of this function before its stack is walked.
  __asm__ volatile("");
  return captured;
}

[[gnu::noinline]] Captured capture_with_libunwind_from(std::uintptr_t sp,
                                                       std::span<std::uintptr_t> buffer,
                                                       AddressRange own) noexcept {
  const int saved_errno = errno;
  Captured result;
  unw_context_t context;
  unw_cursor_t cursor;
  if (unw_getcontext(&context) == UNW_ESUCCESS &&
      unw_init_local(&cursor, &context) == UNW_ESUCCESS) {
    bool interrupted = false;
    while (unw_step(&cursor) > 0) {
      unw_word_t address = 0;
      unw_word_t frame = 0;
      if (unw_get_reg(&cursor, UNW_REG_IP, &address) != UNW_ESUCCESS || address == 0 ||
          unw_get_reg(&cursor, UNW_REG_SP, &frame) != UNW_ESUCCESS)
        break;
      if (frame < sp) continue;
      if (result.depth == 0 && own.contains(address)) continue;
      if (result.depth == buffer.size()) {
        result.truncated = true;
        break;
      }
      // A handler returns to the interrupted instruction itself, not behind a call.
      buffer[result.depth++] = address + (interrupted ? 1 : 0);
      interrupted = unw_is_signal_frame(&cursor) > 0;
    }
  }
  errno = saved_errno;
  return result;
}

}  // namespace tensorleak::capture
