#include "cli/write_file.hpp"

#include <cerrno>
#include <fstream>

namespace tensorleak::cli {

std::error_code write_file(const std::filesystem::path& path, std::string_view content) {
  std::filesystem::path unfinished = path;
  unfinished += ".unfinished";
  std::ofstream file(unfinished, std::ios::binary);
  file << content;
  file.close();
  std::error_code error;
  if (!file) {
    error = {errno, std::generic_category()};
    std::error_code ignored;
    std::filesystem::remove(unfinished, ignored);
    return error;
  }
  std::filesystem::rename(unfinished, path, error);
  return error;
}

}  // namespace tensorleak::cli
