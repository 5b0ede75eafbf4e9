#include "reports/symbols/source_maps/source_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace tensorleak::symbols {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostSections = 1U << 16;

/// Servers may put this line in front of JSON, so that it is no script (ECMA-426, section 11.1.2).
constexpr std::string_view kNotAScript = ")]}'";

trace::Error bad(std::string what) {
  return {.what = std::move(what)};
}

bool is_before(GeneratedPlace a, GeneratedPlace b) {
  return a.line < b.line || (a.line == b.line && a.column < b.column);
}

std::string_view without_guard(std::string_view json) {
  if (!json.starts_with(kNotAScript)) return json;
  const std::size_t end = json.find('\n');
  return end == std::string_view::npos ? std::string_view() : json.substr(end + 1);
}

std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// The texts of a list; what is no text, such as the null of a source without a name, is empty.
std::vector<std::string> texts_at(const Json& object, const char* key) {
  std::vector<std::string> texts;
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array()) return texts;
  texts.reserve(found->size());
  for (const Json& text : *found)
    texts.push_back(text.is_string() ? text.get<std::string>() : std::string());
  return texts;
}

std::optional<std::uint32_t> number_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
  const auto number = found->get<std::uint64_t>();
  if (number > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
  return static_cast<std::uint32_t>(number);
}

std::optional<GeneratedPlace> offset_of(const Json& section) {
  const auto offset = section.find("offset");
  if (offset == section.end() || !offset->is_object()) return std::nullopt;
  const auto line = number_at(*offset, "line");
  const auto column = number_at(*offset, "column");
  if (!line || !column) return std::nullopt;
  return GeneratedPlace{.line = *line, .column = *column};
}

}  // namespace

class SourceMapReader {
 public:
  trace::Result<SourceMap> read(std::string_view json) {
    if (json.size() > kMostMapBytes) return trace::fail(bad("it is larger than 64 MiB"));
    const Json parsed = Json::parse(without_guard(json), nullptr, false);
    if (!parsed.is_object()) return trace::fail(bad("it is not a JSON object"));
    if (number_at(parsed, "version") != 3) return trace::fail(bad("its version is not 3"));
    const auto problem = parsed.contains("sections") ? add_sections(parsed["sections"])
                                                     : add_map(parsed, GeneratedPlace{});
    if (problem) return trace::fail(bad(*problem));
    return std::move(map_);
  }

 private:
  /// Returns what is wrong, or nothing.
  using Problem = std::optional<std::string>;

  Problem add_sections(const Json& sections) {
    if (!sections.is_array()) return "its sections are no list";
    if (sections.size() > kMostSections) return "it has too many sections";
    for (const Json& section : sections) {
      if (!section.is_object()) return "a section is no object";
      const auto begin = offset_of(section);
      if (!begin) return "a section does not say where it begins";
      if (!map_.sections_.empty() && !is_before(map_.sections_.back().begin, *begin))
        return "its sections are not in order";
      const auto map = section.find("map");
      if (map == section.end() || !map->is_object()) return "a section has no map in it";
      if (map->contains("sections")) return "a section is an index map itself";
      if (auto problem = add_map(*map, *begin)) return problem;
    }
    return std::nullopt;
  }

  Problem add_map(const Json& map, GeneratedPlace begin) {
    const auto mappings = map.find("mappings");
    if (mappings == map.end() || !mappings->is_string()) return "it has no mappings";
    SourceMap::Section section{.begin = begin,
                               .sources = texts_at(map, "sources"),
                               .names = texts_at(map, "names"),
                               .mappings = {}};
    auto read = Mappings::read(mappings->get_ref<const std::string&>(),
                               static_cast<std::uint32_t>(section.sources.size()),
                               static_cast<std::uint32_t>(section.names.size()));
    if (!read) return read.error().what;
    section.mappings = std::move(*read);
    std::string root = text_at(map, "sourceRoot");
    if (!root.empty() && !root.ends_with('/')) root += '/';
    for (std::string& source : section.sources) {
      if (!source.empty()) source.insert(0, root);
    }
    map_.sections_.push_back(std::move(section));
    return std::nullopt;
  }

  SourceMap map_;
};

trace::Result<SourceMap> SourceMap::read(std::string_view json) {
  return SourceMapReader().read(json);
}

std::optional<OriginalOf> SourceMap::find(GeneratedPlace place) const {
  const auto after = std::ranges::upper_bound(sections_, place, is_before, &Section::begin);
  if (after == sections_.begin()) return std::nullopt;
  const Section& section = *std::prev(after);
  // Columns count from the section's own only in its first line.
  const bool is_first_line = place.line == section.begin.line;
  const GeneratedPlace inside = {
      .line = place.line - section.begin.line,
      .column = is_first_line ? place.column - section.begin.column : place.column};
  const Mapping* const mapping = section.mappings.find(inside);
  if (mapping == nullptr || section.sources[mapping->source].empty()) return std::nullopt;
  return OriginalOf{
      .source = section.sources[mapping->source],
      .line = mapping->line,
      .column = mapping->column_there,
      .name = mapping->name == Mapping::kNone ? std::string_view() : section.names[mapping->name],
      .is_exact = mapping->column == inside.column};
}

}  // namespace tensorleak::symbols
