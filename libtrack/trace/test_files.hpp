// For tests: files that vanish with the test, compressed forms of bytes, and events as text.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "libtrack/trace/event_log_reader.hpp"

namespace tensorleak::trace::testing {

/// A folder that is removed with all that is in it at the end of the scope.
class TempFolder {
 public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  std::string path(std::string_view name) const { return (folder_ / name).string(); }

  /// Writes a file and returns its path.
  std::string write(std::string_view name, std::string_view bytes) const;

 private:
  std::filesystem::path folder_;
};

/// One gzip member.
std::string gzip(std::string_view bytes);

/// One zstd frame with a checksum.
std::string zstd(std::string_view bytes);

/// Bytes that look random but are the same on every run: they do not compress.
std::string noise(std::size_t size);

/// Everything that a stream gives out, and how it ended.
struct Drained {
  std::string bytes;
  bool ended_early = false;
  std::string error;  ///< Error::text(), if any
};
Drained drain(const std::string& path, std::size_t piece = 4096);

/// Every field of an event, such as "Use id=1 op=Add t=5"; absent ones are left out.
std::string describe(const Event& event);

/// Everything that a reader gives out, and how it ended.
struct Recording {
  std::vector<std::string> events;
  std::vector<std::uint64_t> places;
  Ending ending = Ending::kNoEnd;
  std::string error;  ///< Error::text(), if any, without the folder of the file
};
Recording read_log(const std::string& path);

inline constexpr std::string_view kHeaderLine =
    R"({"e":"header","format":"tensor-event-log","version":1})"
    "\n";

/// Reads a header line and then `lines` as a file named log.jsonl.
Recording read_lines(std::string_view lines, std::string_view header = kHeaderLine);

/// The only event of `line`, described; or its error.
std::string read_line(std::string_view line);

}  // namespace tensorleak::trace::testing
