#include "cli/workloads/input.hpp"

#include <fmt/format.h>

#include <algorithm>
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

constexpr std::array<std::string_view, 3> kPageSchemes = {"http://", "https://", "file://"};

/// Enough for the head of any report, and for the first field of a log's first event.
constexpr std::size_t kFirstBytes = 4096;

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

bool is_page_file(const std::string& input) {
  const std::string extension = std::filesystem::path(input).extension();
  std::error_code ignored;
  return (extension == ".html" || extension == ".htm") &&
         std::filesystem::is_regular_file(input, ignored);
}

Result<InputKind> kind_of_url(const std::string& url) {
  const bool is_page = std::ranges::any_of(
      kPageSchemes, [&](std::string_view scheme) { return url.starts_with(scheme); });
  if (is_page) return InputKind::kPage;
  return trace::fail({url, 0, 0, "this is a URL that no browser is given",
                      "name a page by http://, https:// or file://"});
}

Result<InputKind> kind_of_folder(const std::string& folder) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(std::filesystem::path(folder) / "index.html", ignored)) {
    return InputKind::kPage;
  }
  return trace::fail({folder, 0, 0, "this is a folder, and has no index.html",
                      "name a file in it, or a folder with a page"});
}

InputKind kind_by_name(const std::string& input) {
  const std::string extension = std::filesystem::path(input).extension();
  if (extension == ".tltrace") return InputKind::kTrace;
  if (extension == ".json") return InputKind::kScript;
  return InputKind::kEventLog;
}

}  // namespace

Result<InputKind> kind_of_input(const std::string& input) {
  if (input.find("://") != std::string::npos) return kind_of_url(input);
  std::error_code ignored;
  if (std::filesystem::is_directory(input, ignored)) return kind_of_folder(input);
  if (is_page_file(input)) return InputKind::kPage;
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
