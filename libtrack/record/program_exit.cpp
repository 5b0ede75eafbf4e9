#include "libtrack/record/program_exit.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "libtrack/capture/capture.hpp"

namespace tensorleak::record {
namespace {

/// Where the C library's exit() lies; empty until it was found.
constinit capture::AddressRange exit_function;

// Nothing comes back from exit(). Initial-exec, as in threads.cpp.
[[gnu::tls_model("initial-exec")]] constinit thread_local bool is_inside_exit = false;

/// When the library is loaded, since the loader's lock is held then and must not be asked for later
/// from inside the recorder.
[[gnu::constructor]] void find_exit() {
  const void* const begin = dlsym(RTLD_NEXT, "exit");
  Dl_info object = {};
  void* symbol = nullptr;
  if (begin == nullptr || dladdr1(begin, &object, &symbol, RTLD_DL_SYMENT) == 0) return;
  if (symbol == nullptr) return;
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  exit_function = {.begin = address,
                   .end = address + static_cast<const ElfW(Sym)*>(symbol)->st_size};
}

/// A return address stands behind its call, which is the last thing in exit().
bool is_call_of_exit(std::uintptr_t return_address) {
  return exit_function.contains(return_address - 1);
}

}  // namespace

bool is_exiting() noexcept {
  if (is_inside_exit) return true;
  // Left unset: most of it is never used.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
  std::array<std::uintptr_t, capture::kMaxDepth> addresses;
  const capture::Captured stack = capture::best_backend()(addresses, {});
  is_inside_exit = std::ranges::any_of(std::span(addresses).first(stack.depth), is_call_of_exit);
  return is_inside_exit;
}

}  // namespace tensorleak::record
