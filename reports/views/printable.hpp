// Names come from the program under observation and end on a terminal: what could move the cursor,
// set a title or reorder a line must not reach it raw.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tensorleak::views {

/// `text` with every control character, direction override and byte that is not UTF-8 replaced by a
/// visible escape such as \x1b or \u202e. All other UTF-8 stays as it is.
std::string printable(std::string_view text);

/// How many characters `text`, which is UTF-8, takes on a line.
std::size_t display_width(std::string_view text);

}  // namespace tensorleak::views
