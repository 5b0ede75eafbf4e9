// What names a group of survivors across runs, builds, machines and unrelated edits.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reports/analysis/findings.hpp"
#include "reports/analysis/source_lines.hpp"

namespace tensorleak::analysis {

/// Makes fingerprints: a 64-bit XXH3 hash (xxhash.com, "XXH3_64bits") over op, dtype, scope path
/// and, for each of the user's frames, the function and the text of its source line. Of several
/// lines of one function that read the same, the second that the run saw counts as the second, and
/// so on. Where the source is not there, the line's distance to the first line that the run saw of
/// that function stands for it: that distance does not change when code above the function does. A
/// call by which a function calls itself counts once. Neither shapes nor addresses nor files take
/// part.
///
/// docs/verdicts.md ("Fingerprints") says what they withstand, and where they end.
class Fingerprints {
 public:
  /// Keeps the reference.
  explicit Fingerprints(SourceLines& sources) : sources_(sources) {}

  /// Makes the stack's functions known. All stacks of a run are added before the first of().
  void add(const std::vector<Frame>& stack);

  /// 16 hexadecimal digits.
  std::string of(const std::vector<Frame>& stack, std::string_view op, std::string_view dtype,
                 const std::vector<std::string>& scope_path);

 private:
  std::string place_in_function(const Frame& frame);

  SourceLines& sources_;
  /// Which the run saw, by file, function and, where the source is there, their text.
  std::map<std::string, std::set<std::uint32_t>, std::less<>> lines_;
};

}  // namespace tensorleak::analysis
