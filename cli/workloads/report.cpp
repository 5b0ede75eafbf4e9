#include "cli/workloads/report.hpp"

#include <array>

#include "libtrack/trace/byte_stream.hpp"
#include "reports/views/json.hpp"

namespace tensorleak::cli {

using analysis::Findings;
using trace::Result;

Result<Findings> read_report(const std::string& path) {
  auto stream = trace::ByteStream::open(path);
  if (!stream) return trace::fail(stream.error());
  std::string text;
  std::array<char, 65536> piece{};
  for (;;) {
    const auto count = (*stream)->read(piece);
    if (!count) return trace::fail(count.error());
    if (*count == 0) break;
    text.append(piece.data(), *count);
  }
  return views::findings_from_json(text, path);
}

}  // namespace tensorleak::cli
