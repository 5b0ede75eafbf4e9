// A file of generated JavaScript: which source map it names, and what stands at its places.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/symbols/source_maps/mappings.hpp"

namespace tensorleak::symbols {

/// The text behind the last "sourceMappingURL=" of the code's comments (ECMA-426,
/// section 11.1.2.1); empty: it names no map.
std::string_view source_mapping_url(std::string_view code);

/// The identifier that begins at the place, behind a "new " if there is one; empty: none does.
/// Lines are UTF-8.
std::string_view identifier_at(std::string_view line, std::uint32_t utf16_column);

/// The lines of a text, without their ends.
std::vector<std::string_view> lines_of(std::string_view code);

/// A regular file of at most `most` bytes; nothing where there is none.
std::optional<std::string> read_whole(const std::string& path, std::size_t most);

}  // namespace tensorleak::symbols
