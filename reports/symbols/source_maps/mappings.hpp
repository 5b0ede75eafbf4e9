// The mappings of a source map: which place in generated code comes from which place of the
// original. ECMA-426, "Source map format": https://tc39.es/ecma426/ (revision 3), sections 5 and 9.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "libtrack/trace/result.hpp"

namespace tensorleak::symbols {

/// Lines and columns from 0; columns count UTF-16 code units, as JavaScript does.
struct GeneratedPlace {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

struct Mapping {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::uint32_t column = 0;      ///< in the generated line
  std::uint32_t source = kNone;  ///< number of a source; none: of no original
  std::uint32_t line = 0;        ///< in the source
  std::uint32_t column_there = 0;
  std::uint32_t name = kNone;  ///< number of a name: what stands there is called that originally
};

/// What a map that is not our own may claim at most.
constexpr std::size_t kMostMappings = 8U << 20;
constexpr std::uint32_t kMostLines = 4U << 20;

/// The mappings of generated lines, in the order of their columns.
class Mappings {
 public:
  /// Reads the text of "mappings". Fails on what is not base64 VLQ, on places that would be
  /// negative or beyond 2^31, on numbers of sources and names that are not below `sources` and
  /// `names`, and where there are too many.
  static trace::Result<Mappings> read(std::string_view text, std::uint32_t sources,
                                      std::uint32_t names);

  /// The last mapping of the line at or before the place; none, too, where that has no original.
  const Mapping* find(GeneratedPlace place) const;

 private:
  friend class MappingsReader;

  std::vector<Mapping> mappings_;
  std::vector<std::uint32_t> line_starts_;  ///< in mappings_, one for each line
};

}  // namespace tensorleak::symbols
