// What the program headers of one loaded object say.
#pragma once

#include <link.h>

#include <cstdint>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>

namespace tensorleak::record {

/// The content of an ELF note of this owner and type; empty: there is none.
std::span<const std::byte> note_of(const dl_phdr_info& info, std::string_view owner,
                                   std::uint32_t type) noexcept;

/// The build-id, hexadecimal; empty: there is none. Throws std::bad_alloc.
std::pmr::string build_id_of(const dl_phdr_info& info, std::pmr::memory_resource* memory);

}  // namespace tensorleak::record
