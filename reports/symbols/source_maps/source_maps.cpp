#include "reports/symbols/source_maps/source_maps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "reports/symbols/source_maps/base64.hpp"
#include "reports/symbols/source_maps/generated_code.hpp"
#include "reports/symbols/source_maps/source_map.hpp"

namespace tensorleak::symbols {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostCodeBytes = 64U << 20;
constexpr std::string_view kFileScheme = "file://";
/// What follows it is the name of the whole, which may be empty, and a path from its folder.
constexpr std::string_view kBundlerScheme = "webpack://";

std::string_view without_file_scheme(std::string_view url) {
  return url.starts_with(kFileScheme) ? url.substr(kFileScheme.size()) : url;
}

bool has_scheme(std::string_view url) {
  const std::size_t colon = url.find(':');
  return colon != std::string_view::npos && colon > 1 && colon < url.find('/');
}

/// The JSON in a data URL; nothing where it is not base64.
std::optional<std::string> text_of_data(std::string_view url) {
  const std::size_t comma = url.find(',');
  if (comma == std::string_view::npos || !url.substr(0, comma).ends_with(";base64"))
    return std::nullopt;
  return decode_base64(url.substr(comma + 1));
}

struct Source {
  std::string file;
  std::string bundle;
};

/// The path of an address begins behind its host; that of a file at 0.
std::size_t begin_of_path(std::string_view address) {
  const std::size_t scheme = address.find("://");
  if (scheme == std::string_view::npos) return 0;
  return std::min(address.find('/', scheme + 3), address.size());
}

/// The file or address that `reference` means where it stands in `base`.
std::string resolved(std::string_view base, std::string_view reference) {
  if (has_scheme(reference)) return std::string(reference);
  const std::size_t path = begin_of_path(base);
  if (path == 0) return (fs::path(base).parent_path() / reference).lexically_normal().string();
  const fs::path folder = fs::path(base.substr(path)).parent_path();
  return std::string(base.substr(0, path)) + (folder / reference).lexically_normal().string();
}

/// "dist/app.js.map" and "../src/app.ts" → "src/app.ts". Other addresses stay.
Source beside(std::string_view map, std::string_view source) {
  source = without_file_scheme(source);
  if (source.starts_with(kBundlerScheme)) {
    source.remove_prefix(kBundlerScheme.size());
    const std::size_t slash = std::min(source.find('/'), source.size());
    const fs::path path(source.substr(std::min(slash + 1, source.size())));
    return {path.lexically_normal().string(), std::string(source.substr(0, slash))};
  }
  return {resolved(map, source), ""};
}

}  // namespace

/// A file of generated code and its map.
class SourceMaps::MappedFile {
 public:
  MappedFile(std::string code, std::string map_name, SourceMap map)
      : code_(std::move(code)),
        map_name_(std::move(map_name)),
        map_(std::move(map)),
        lines_(lines_of(code_)) {}
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::optional<OriginalPlace> find(GeneratedPlace place) const {
    const auto found = map_.find(place);
    if (!found) return std::nullopt;
    Source source = beside(map_name_, found->source);
    OriginalPlace original{.file = std::move(source.file),
                           .line = found->line + 1,
                           .column = found->column + 1,
                           .generated_name = "",
                           .original_name = "",
                           .bundle = std::move(source.bundle)};
    if (found->is_exact && !found->name.empty() && place.line < lines_.size()) {
      original.generated_name = identifier_at(lines_[place.line], place.column);
      original.original_name = found->name;
    }
    return original;
  }

 private:
  std::string code_;
  std::string map_name_;  ///< sources are relative to it
  SourceMap map_;
  std::vector<std::string_view> lines_;  ///< of the code
};

SourceMaps::SourceMaps(std::string root, ReadElsewhere elsewhere)
    : root_(std::move(root)), elsewhere_(std::move(elsewhere)) {}
SourceMaps::~SourceMaps() = default;

std::optional<OriginalPlace> SourceMaps::find(std::string_view file, std::uint32_t line,
                                              std::uint32_t column) {
  if (file.empty() || line == 0 || column == 0) return std::nullopt;
  const MappedFile* const mapped = mapped_file(file);
  if (mapped == nullptr) return std::nullopt;
  return mapped->find({.line = line - 1, .column = column - 1});
}

std::optional<std::string> SourceMaps::read(const std::string& name, std::size_t most) const {
  if (elsewhere_) {
    if (auto text = elsewhere_(name, most)) return text;
  }
  if (has_scheme(name)) return std::nullopt;
  return read_whole((fs::path(root_) / name).string(), most);
}

SourceMaps::MappedFile* SourceMaps::mapped_file(std::string_view name) {
  const auto [entry, is_new] = files_.try_emplace(std::string(name));
  if (!is_new) return entry->second.get();
  const std::string file(without_file_scheme(name));
  auto code = read(file, kMostCodeBytes);
  if (!code) return nullptr;
  const std::string url(without_file_scheme(source_mapping_url(*code)));
  const bool is_data = url.starts_with("data:");
  if (url.empty() || (!is_data && has_scheme(url) && !elsewhere_)) return nullptr;
  const auto told = [&](std::string_view why) {
    notes_.push_back(fmt::format("{}: its source map {} {}; its own places are shown", name,
                                 is_data ? "in the file itself" : url, why));
    return nullptr;
  };
  std::string map_name = is_data ? file : resolved(file, url);
  const auto json = is_data ? text_of_data(url) : read(map_name, kMostMapBytes);
  if (!json) return told(is_data ? "is not base64" : "is not there, or too large");
  auto map = SourceMap::read(*json);
  if (!map) return told("cannot be used: " + map.error().what);
  entry->second =
      std::make_unique<MappedFile>(std::move(*code), std::move(map_name), std::move(*map));
  return entry->second.get();
}

}  // namespace tensorleak::symbols
