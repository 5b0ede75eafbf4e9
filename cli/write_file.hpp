// Files that the command writes at once.
#pragma once

#include <filesystem>
#include <string_view>
#include <system_error>

namespace tensorleak::cli {

/// Writes a file. One that is there already is replaced whole or not at all.
std::error_code write_file(const std::filesystem::path& path, std::string_view content);

}  // namespace tensorleak::cli
