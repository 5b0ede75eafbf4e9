// The compilation units of a .debug_info section (DWARF 5, section 7.5: dwarfstd.org).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tensorleak::symbols {

using Bytes = std::span<const unsigned char>;

/// The units one by one, each with its header; up to the first that is damaged.
std::vector<Bytes> debug_info_units(Bytes debug_info);

/// Whether units can refer to entries of other units, so that none can be read alone. That is so
/// after link-time optimization and after dwz; `debug_abbrev` says it of all units together.
bool units_refer_to_each_other(Bytes debug_abbrev);

}  // namespace tensorleak::symbols
