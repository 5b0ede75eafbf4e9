// Lines of the watched program's source, where it is there.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tensorleak::analysis {

/// A line without the white space around it.
struct SourceLine {
  std::string text;
  std::uint32_t indent = 0;  ///< columns of white space before it

  /// The text as reports quote it: lines of minified code are cut to 240 bytes, between characters.
  std::string quoted() const;
};

/// Reads source files on demand and keeps their lines. Files that are missing, not regular or
/// larger than 16 MiB have no lines. Not safe for use by two threads at once.
class SourceLines {
 public:
  /// Relative paths are looked up below `root`; an empty root is the current folder.
  explicit SourceLines(std::string root = "") : root_(std::move(root)) {}

  /// The line with this number (from 1), or nullptr where there is none. Stays valid.
  const SourceLine* line(std::string_view file, std::uint32_t number);

 private:
  const std::vector<SourceLine>& lines(std::string_view file);

  std::string root_;
  std::map<std::string, std::vector<SourceLine>, std::less<>> files_;
};

}  // namespace tensorleak::analysis
