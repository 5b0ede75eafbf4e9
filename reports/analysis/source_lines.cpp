#include "reports/analysis/source_lines.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace tensorleak::analysis {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMaxFileSize = 16u << 20;
constexpr std::string_view kBlank = " \t\r\f\v";

SourceLine trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  const std::size_t last = text.find_last_not_of(kBlank);
  return {.text = std::string(text.substr(first, last - first + 1)),
          .indent = static_cast<std::uint32_t>(first)};
}

std::vector<SourceLine> read_lines(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return {};
  if (const auto size = fs::file_size(path, error); error || size > kMaxFileSize) return {};
  std::ifstream file(path);
  std::vector<SourceLine> lines;
  for (std::string line; std::getline(file, line);)
    lines.push_back(trimmed(line));
  return lines;
}

}  // namespace

std::string SourceLine::quoted() const {
  constexpr std::size_t kLongest = 240;
  if (text.size() <= kLongest) return text;
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u)
    --end;
  return text.substr(0, end) + "…";
}

const SourceLine* SourceLines::line(std::string_view file, std::uint32_t number) {
  if (file.empty() || number == 0) return nullptr;
  const std::vector<SourceLine>& all = lines(file);
  return number > all.size() ? nullptr : &all[number - 1];
}

const std::vector<SourceLine>& SourceLines::lines(std::string_view file) {
  if (const auto found = files_.find(file); found != files_.end()) return found->second;
  constexpr std::string_view kScheme = "file://";
  const std::string_view path = file.starts_with(kScheme) ? file.substr(kScheme.size()) : file;
  return files_.emplace(file, read_lines(fs::path(root_) / path)).first->second;
}

}  // namespace tensorleak::analysis
