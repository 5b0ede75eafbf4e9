// What the loader has loaded, and what of it stays for as long as the process lives.
#pragma once

#include <link.h>

#include <cstdint>

#include "libtrack/capture/capture.hpp"

namespace tensorleak::capture {

/// From the lowest to behind the highest loaded address; empty: nothing is loaded.
AddressRange range_of(const dl_phdr_info& info) noexcept;

/// The range of the object that `address` lies in; empty: in none.
AddressRange range_around(std::uintptr_t address) noexcept;

/// As dl_iterate_phdr of the loader, which all questions of this library go through: the loader's
/// lock is not free in a child that is forked while another thread asks. Waits while the process is
/// being copied.
int ask_loader(int (*look)(dl_phdr_info*, std::size_t, void*), void* data) noexcept;

/// Waits until nobody asks, and lets nobody begin to.
void hold_questions() noexcept;
void allow_questions() noexcept;
/// In a forked child: what other threads were in the middle of never ends.
void forget_unfinished() noexcept;

/// Grows whenever something is loaded or unloaded.
std::uint64_t loader_generation() noexcept;

struct Code {
  AddressRange object;  ///< the object that the address lies in; empty: in none
  bool stays = false;   ///< it cannot be unloaded
};

/// Any thread may call it; allocates nothing.
Code code_at(std::uintptr_t address) noexcept;

}  // namespace tensorleak::capture
