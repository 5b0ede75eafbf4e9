#include "cli/workloads/spool.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "libtrack/trace/input_file.hpp"

namespace tensorleak::cli {

using trace::Result;

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;

trace::Error not_kept(const std::string& name, const std::string& where) {
  return {name, 0, 0,
          "it can be read only once, and cannot be kept in " + where + ": " +
              std::generic_category().message(errno),
          "set TMPDIR to a folder with room, save it to a file, or judge by --frames marks"};
}

bool write_all(int descriptor, std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

bool Spool::is_needed(const std::string& path) {
  std::error_code ignored;
  const bool is_there = path == "-" || std::filesystem::exists(path, ignored);
  return is_there && !trace::can_be_read_again(path) &&
         !std::filesystem::is_directory(path, ignored);
}

Result<Spool> Spool::copy(const std::string& path) {
  auto input = trace::InputFile::open(path);
  if (!input) return trace::fail(input.error());
  const char* const folder = std::getenv("TMPDIR");
  const std::string where = folder != nullptr && *folder != '\0' ? folder : "/tmp";
  std::string name = where + "/tensorleak-XXXXXX";
  const int descriptor = ::mkstemp(name.data());
  if (descriptor < 0) return trace::fail(not_kept(input->name(), where));
  Spool spool(std::move(name), input->name());
  std::array<char, kPiece> piece{};
  for (;;) {
    const auto count = input->read(piece);
    if (!count || *count == 0 || !write_all(descriptor, std::span(piece).first(*count))) {
      const bool failed = count && *count > 0;
      const trace::Error error = failed ? not_kept(input->name(), where) : trace::Error{};
      ::close(descriptor);
      if (!count) return trace::fail(count.error());
      if (failed) return trace::fail(error);
      return spool;
    }
  }
}

Spool::~Spool() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

}  // namespace tensorleak::cli
