// Which file of a folder a request may have.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace tensorleak::cli {

/// The file that the target of a request ("/a%20b.js?x=1", as it came) names inside `root`, which
/// is canonical; of a folder its index.html. Nothing for whatever leads outside, by "..", by a
/// symbolic link, by slashes that hide in "%2f" or "%5c", and for what is no regular file.
std::optional<std::filesystem::path> served_file(const std::filesystem::path& root,
                                                 std::string_view target);

/// The MIME type by the file's name; module scripts and WebAssembly need theirs exactly.
const char* mime_type(const std::filesystem::path& file);

}  // namespace tensorleak::cli
