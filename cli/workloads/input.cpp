#include "cli/workloads/input.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string_view>

#include "cli/workloads/script/read_script.hpp"
#include "libtrack/trace/byte_stream.hpp"
#include "libtrack/trace/trace_format.hpp"
#include "reports/views/json.hpp"

namespace tensorleak::cli {

using trace::ByteStream;
using trace::Result;

namespace {

constexpr const char* kWhatIsRead =
    "this version reads traces (.tltrace), event logs (.jsonl, .gz, .zst) and workload scripts "
    "(.json)";

/// Enough for the head of any report, and for the first field of a log's first event.
constexpr std::size_t kFirstBytes = 4096;

Result<InputKind> not_read(const std::string& input, std::string_view what) {
  return trace::fail({input, 0, 0, std::string(what), kWhatIsRead});
}

Result<std::string> first_bytes(const std::string& input) {
  auto stream = ByteStream::open(input);
  if (!stream) return trace::fail(stream.error());
  std::string bytes(kFirstBytes, '\0');
  std::size_t size = 0;
  while (size < bytes.size()) {
    const auto count = (*stream)->read(std::span(bytes).subspan(size));
    // The reader of the whole input will come to the same place and say what is wrong there.
    if (!count || *count == 0) break;
    size += *count;
  }
  bytes.resize(size);
  return bytes;
}

bool names_format(std::string_view bytes, std::string_view format) {
  return bytes.find(fmt::format("\"{}\"", format)) != std::string_view::npos;
}

bool has_events(std::string_view bytes) {
  const auto first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && bytes.substr(first).starts_with("{\"e\"");
}

Result<InputKind> kind_by_name(const std::string& input) {
  const std::string extension = std::filesystem::path(input).extension();
  if (extension == ".html" || extension == ".htm") return not_read(input, "this is a page");
  if (extension == ".tltrace") return InputKind::kTrace;
  if (extension == ".json") return InputKind::kScript;
  return InputKind::kEventLog;
}

}  // namespace

Result<InputKind> kind_of_input(const std::string& input) {
  if (input.find("://") != std::string::npos) return not_read(input, "this is a URL");
  std::error_code ignored;
  if (std::filesystem::is_directory(input, ignored)) {
    return trace::fail({input, 0, 0, "this is a folder", "name a file in it"});
  }
  if (!trace::can_be_read_again(input)) {
    // What comes once is a log. Whatever is wrong with it, such as that it is not there, its reader
    // says.
    return InputKind::kEventLog;
  }
  const auto bytes = first_bytes(input);
  if (!bytes) return trace::fail(bytes.error());
  if (names_format(*bytes, views::kReportFormat)) return InputKind::kReport;
  if (names_format(*bytes, script::kFormat)) return InputKind::kScript;
  if (has_events(*bytes)) return InputKind::kEventLog;
  if (bytes->starts_with(trace::kTraceMagic.substr(0, 4))) return InputKind::kTrace;
  return kind_by_name(input);
}

}  // namespace tensorleak::cli
