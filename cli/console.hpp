// Standard output and standard error: the answer goes to the one, everything else to the other.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/settings.hpp"
#include "libtrack/trace/result.hpp"

namespace tensorleak::cli {

/// Call first. Makes a write to a closed pipe an ordinary error, and puts /dev/null in the place of
/// standard streams that are closed, lest a report be opened under their numbers.
void prepare_console();

/// Writes all of `text` to standard output. A reader that has gone away, as `head` does, is no
/// error: it has what it wanted.
trace::Result<void> write_output(std::string_view text);

/// Writes one line to standard error, "tensorleak: " before it and control characters made visible.
void complain(std::string_view message);

/// The same without the name before it; for notes.
void remark(std::string_view message);

bool error_is_terminal();

/// Whether to use colour on standard output: as the option says, else when it is a terminal and
/// neither NO_COLOR nor TERM=dumb forbids it.
bool wants_color(ColorChoice choice);

/// Columns of the terminal on standard output; 0 when it is none or too narrow to wrap for.
std::size_t output_width();

}  // namespace tensorleak::cli
