// Programs that a test writes and compiles while it runs, and what `tensorleak run` says of them.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tensorleak::end_to_end {

/// Whether the compiler that built this project is still where it was.
bool has_compiler();
std::string compiler();

/// `source` with the first occurrence of each first text replaced by the second. Expects that there
/// is one.
std::string edited(std::string source,
                   const std::vector<std::pair<std::string, std::string>>& replacements);

/// Writes a file, and the folders above it.
void write_source(const std::string& path, std::string_view source);

/// Runs the compiler in `folder`, with debug information and linked with libtrack, on the flags and
/// sources in `arguments`. Expects that it succeeds.
void compile(const std::string& folder, const std::string& arguments);

/// The report of `tensorleak run` on the program `program`. The tool runs in `working_folder`.
nlohmann::json report_on_program(const std::string& program,
                                 const std::string& working_folder = "/");

/// Fingerprints of the sites of a report, by the user's line in `source`, without the white space
/// around it. Of several lines that read the same the second has " #2" behind it, and so on.
using Prints = std::map<std::string, std::set<std::string>>;
Prints prints_in(const nlohmann::json& report, const std::string& source);

/// Those of a program that was made from `source`.
Prints prints_of(const std::string& program, const std::string& source,
                 const std::string& working_folder = "/");

}  // namespace tensorleak::end_to_end
