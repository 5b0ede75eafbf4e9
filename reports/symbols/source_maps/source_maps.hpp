// From places in generated JavaScript to the places that their authors wrote.
//
//   SourceMaps maps(root);
//   if (const auto original = maps.find("dist/app.js", 1, 4711)) …   // src/app.ts:12:3
//
// A file and its map are read when the first of its places is asked for, and once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tensorleak::symbols {

struct OriginalPlace {
  std::string file;
  std::uint32_t line = 0;    ///< from 1
  std::uint32_t column = 0;  ///< from 1
  /// What is called at the place: its name in the generated code, and the one that it had. Empty
  /// where the map does not say.
  std::string generated_name;
  std::string original_name;
  /// "ml5" of "webpack://ml5/./src/index.js": what a bundler calls the whole; empty elsewhere.
  std::string bundle;
};

/// Reads a file that is not on the disk: by its address, or by its name below where the program is
/// from. Nothing where there is none, or one of more than `most` bytes.
using ReadElsewhere =
    std::function<std::optional<std::string>(std::string_view name, std::size_t most)>;

/// Not safe for use by two threads at once.
class SourceMaps {
 public:
  /// `elsewhere` is asked first: where a program is not from the disk, files there may have the
  /// names of its own. Then relative names are looked up below `root`; an empty root is the current
  /// folder.
  explicit SourceMaps(std::string root, ReadElsewhere elsewhere = {});
  ~SourceMaps();
  SourceMaps(const SourceMaps&) = delete;
  SourceMaps& operator=(const SourceMaps&) = delete;

  /// Line and column count from 1. Nothing where the file is not there, names no map, or the map
  /// has no original for the place.
  std::optional<OriginalPlace> find(std::string_view file, std::uint32_t line,
                                    std::uint32_t column);

  /// For each map that cannot be used, why: "dist/app.js: its source map … is not read: …".
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  class MappedFile;

  MappedFile* mapped_file(std::string_view name);
  std::optional<std::string> read(const std::string& name, std::size_t most) const;

  std::string root_;
  ReadElsewhere elsewhere_;
  std::map<std::string, std::unique_ptr<MappedFile>, std::less<>> files_;  ///< null: has no map
  std::vector<std::string> notes_;
};

}  // namespace tensorleak::symbols
