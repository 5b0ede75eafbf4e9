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

/// Grows whenever something is loaded or unloaded.
std::uint64_t loader_generation() noexcept;

struct Code {
  AddressRange object;  ///< the object that the address lies in; empty: in none
  bool stays = false;   ///< it cannot be unloaded
};

/// Any thread may call it; allocates nothing.
Code code_at(std::uintptr_t address) noexcept;

}  // namespace tensorleak::capture
