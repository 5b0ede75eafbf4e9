#include "libtrack/record/only_copy.hpp"

#include <link.h>

#include <atomic>
#include <cstdint>
#include <cstring>

#include "libtrack/capture/loaded_code.hpp"
#include "libtrack/record/loaded_object.hpp"

// The flag is named by the note below, so it needs a name that assembly can spell.
extern "C" {
[[gnu::visibility("hidden"), gnu::used]] std::uint32_t tensorleak_copy_claimed = 0;
}

// Owner "tensorleak", type 1; the content is the distance from itself to the flag.
__asm__(
    ".pushsection .note.tensorleak, \"a\", %note\n"
    ".balign 4\n"
    ".long 11, 8, 1\n"
    ".asciz \"tensorleak\"\n"
    ".balign 4\n"
    "1: .quad tensorleak_copy_claimed - 1b\n"
    ".popsection\n");

namespace tensorleak::record {
namespace {

std::uint32_t* flag_of(const dl_phdr_info& info) noexcept {
  const auto content = note_of(info, "tensorleak", 1);
  std::int64_t distance = 0;
  if (content.size() != sizeof distance) return nullptr;
  std::memcpy(&distance, content.data(), sizeof distance);
  return reinterpret_cast<std::uint32_t*>(reinterpret_cast<std::intptr_t>(content.data()) +
                                          distance);
}

int is_claimed_by_another(dl_phdr_info* info, std::size_t /*size*/, void* /*unused*/) {
  std::uint32_t* const flag = flag_of(*info);
  if (flag == nullptr || flag == &tensorleak_copy_claimed) return 0;
  return std::atomic_ref(*flag).load() != 0 ? 1 : 0;
}

}  // namespace

bool claim_recording() noexcept {
  const std::atomic_ref mine(tensorleak_copy_claimed);
  mine.store(1);
  if (capture::ask_loader(is_claimed_by_another, nullptr) == 0) return true;
  mine.store(0);
  return false;
}

}  // namespace tensorleak::record
