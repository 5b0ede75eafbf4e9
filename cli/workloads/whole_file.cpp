#include "cli/workloads/whole_file.hpp"

#include <array>

#include "libtrack/trace/byte_stream.hpp"

namespace tensorleak::cli {

using trace::Result;

Result<std::string> read_whole_file(const std::string& path) {
  auto stream = trace::ByteStream::open(path);
  if (!stream) return trace::fail(stream.error());
  std::string text;
  std::array<char, 65536> piece{};
  for (;;) {
    const auto count = (*stream)->read(piece);
    if (!count) return trace::fail(count.error());
    if (*count == 0) return text;
    text.append(piece.data(), *count);
  }
}

}  // namespace tensorleak::cli
