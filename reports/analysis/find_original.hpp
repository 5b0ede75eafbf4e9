// How the analysis asks where a place of generated JavaScript was written, without knowing who
// finds it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tensorleak::analysis {

struct OriginalPlace {
  std::string file;
  std::uint32_t line = 0;    ///< from 1
  std::uint32_t column = 0;  ///< from 1
  /// What is called there: its name in the generated code and the one that it had; may be empty.
  std::string generated_name;
  std::string original_name;
  std::string bundle;  ///< what a bundler calls the whole that the file is in; may be empty
};

/// Nothing where the place is the author's own, or nobody knows better.
using FindOriginal = std::function<std::optional<OriginalPlace>(
    std::string_view file, std::uint32_t line, std::uint32_t column)>;

}  // namespace tensorleak::analysis
