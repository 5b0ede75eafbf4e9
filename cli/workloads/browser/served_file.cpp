#include "cli/workloads/browser/served_file.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <system_error>
#include <utility>

namespace tensorleak::cli {

namespace fs = std::filesystem;

namespace {

/// The first is what is not known: downloaded rather than run.
constexpr std::array<std::pair<std::string_view, const char*>, 34> kTypes = {{
    {"", "application/octet-stream"},
    {".html", "text/html; charset=utf-8"},
    {".htm", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".cjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".wasm", "application/wasm"},
    {".txt", "text/plain; charset=utf-8"},
    {".csv", "text/csv; charset=utf-8"},
    {".xml", "text/xml; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".jpeg", "image/jpeg"},
    {".gif", "image/gif"},
    {".webp", "image/webp"},
    {".avif", "image/avif"},
    {".bmp", "image/bmp"},
    {".ico", "image/x-icon"},
    {".mp4", "video/mp4"},
    {".webm", "video/webm"},
    {".mov", "video/quicktime"},
    {".mp3", "audio/mpeg"},
    {".wav", "audio/wav"},
    {".ogg", "audio/ogg"},
    {".m4a", "audio/mp4"},
    {".ttf", "font/ttf"},
    {".otf", "font/otf"},
    {".woff", "font/woff"},
    {".woff2", "font/woff2"},
}};

/// The value of two hexadecimal digits; nothing where they are none.
std::optional<char> byte_of(std::string_view digits) {
  unsigned value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (error != std::errc() || digits.size() != 2 || end != digits.data() + 2) return std::nullopt;
  return static_cast<char>(value);
}

/// Nothing where an encoded character would be a separator, an end of text, or is none.
std::optional<std::string> decoded(std::string_view path) {
  std::string plain;
  while (!path.empty()) {
    const char next = path.front();
    path.remove_prefix(1);
    if (next == '\\' || next == '\0') return std::nullopt;
    if (next != '%') {
      plain += next;
      continue;
    }
    const auto byte = byte_of(path.substr(0, 2));
    if (!byte || *byte == '/' || *byte == '\\' || *byte == '\0') return std::nullopt;
    plain += *byte;
    path.remove_prefix(2);
  }
  return plain;
}

bool is_inside(const fs::path& root, const fs::path& file) {
  return std::mismatch(root.begin(), root.end(), file.begin(), file.end()).first == root.end();
}

}  // namespace

std::optional<fs::path> served_file(const fs::path& root, std::string_view target) {
  if (!target.starts_with('/')) return std::nullopt;
  const auto path = decoded(target.substr(1, target.find_first_of("?#") - 1));
  if (!path) return std::nullopt;
  const fs::path relative(*path);
  if (relative.is_absolute()) return std::nullopt;
  if (std::ranges::find(relative, fs::path("..")) != relative.end()) return std::nullopt;
  std::error_code error;
  fs::path file = root / relative;
  if (fs::is_directory(file, error)) file /= "index.html";
  // Every link on the way is followed here, and what it leads to must be inside.
  file = fs::canonical(file, error);
  if (error || !is_inside(root, file) || !fs::is_regular_file(file, error)) return std::nullopt;
  return file;
}

const char* mime_type(const fs::path& file) {
  std::string extension = file.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto* const found = std::ranges::find(kTypes, std::string_view(extension),
                                              &std::pair<std::string_view, const char*>::first);
  return found == kTypes.end() ? kTypes[0].second : found->second;
}

}  // namespace tensorleak::cli
