// What the program headers of one loaded object say.
#pragma once

#include <link.h>

#include <cstdint>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>

#include "libtrack/capture/capture.hpp"

namespace tensorleak::record {

/// From the lowest to behind the highest loaded address; empty: nothing is loaded.
capture::AddressRange range_of(const dl_phdr_info& info) noexcept;

/// The content of an ELF note of this owner and type; empty: there is none.
std::span<const std::byte> note_of(const dl_phdr_info& info, std::string_view owner,
                                   std::uint32_t type) noexcept;

/// The build-id, hexadecimal; empty: there is none. Throws std::bad_alloc.
std::pmr::string build_id_of(const dl_phdr_info& info, std::pmr::memory_resource* memory);

/// The range of the object that `address` lies in; empty: in none.
capture::AddressRange range_around(const void* address) noexcept;

}  // namespace tensorleak::record
