// One source map, of whatever origin: a file beside the generated code, or text in it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libtrack/trace/result.hpp"
#include "reports/symbols/source_maps/mappings.hpp"

namespace tensorleak::symbols {

/// A larger map is not read.
constexpr std::size_t kMostMapBytes = 64U << 20;

/// Where a place of generated code comes from.
struct OriginalOf {
  std::string_view source;   ///< as the map says, behind its sourceRoot
  std::uint32_t line = 0;    ///< from 0
  std::uint32_t column = 0;  ///< from 0
  std::string_view name;     ///< what stands at the place is called that originally; may be empty
  bool is_exact = false;     ///< the place is the first of its mapping
};

class SourceMap {
 public:
  /// Reads a map of revision 3, or an index map (sections with maps of their own). Fails in words;
  /// nothing that a map claims makes it read or keep more than its own size times ten.
  static trace::Result<SourceMap> read(std::string_view json);

  /// Views stay valid as long as the map.
  std::optional<OriginalOf> find(GeneratedPlace place) const;

 private:
  friend class SourceMapReader;

  /// A stretch of the generated code, from its place to that of the next section.
  struct Section {
    GeneratedPlace begin;
    std::vector<std::string> sources;  ///< empty: the author has kept it to himself
    std::vector<std::string> names;
    Mappings mappings;
  };

  std::vector<Section> sections_;  ///< in the order of their places; a plain map is one
};

}  // namespace tensorleak::symbols
