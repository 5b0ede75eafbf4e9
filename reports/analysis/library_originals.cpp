#include "reports/analysis/library_originals.hpp"

#include <optional>
#include <string>
#include <string_view>

#include "reports/analysis/frame_owner.hpp"
#include "reports/analysis/library.hpp"

namespace tensorleak::analysis {
namespace {

std::string_view base_name(std::string_view file) {
  return file.substr(file.rfind('/') + 1);  // npos + 1 is 0
}

/// A bundle's paths begin at its author's folder: the library's name goes in front of them.
std::string below_library(OriginalPlace original, std::string_view generated) {
  if (!package_of(original.file).empty()) return std::move(original.file);
  std::string library = package_of(generated);
  if (library.empty()) library = std::move(original.bundle);
  if (library.empty()) library = base_name(generated);
  return library + "/" + original.file;
}

std::optional<WrittenAt> written_at(const Frame& frame, const FindOriginal& find_original) {
  if (frame.owner != Owner::kFramework || is_runtime(frame)) return std::nullopt;
  auto original = find_original(frame.file, frame.line, frame.column);
  if (!original) return std::nullopt;
  const std::uint32_t line = original->line;
  const std::uint32_t column = original->column;
  return WrittenAt{below_library(std::move(*original), frame.file), line, column};
}

bool is_at(const auto& place, const Frame& frame) {
  return place.file == frame.file && place.line == frame.line && place.column == frame.column;
}

}  // namespace

void name_library_originals(Site& site, const FindOriginal& find_original) {
  if (!find_original || !is_leak(site.label) || calls_runtime(site.stack)) return;
  for (Frame& frame : site.stack) {
    frame.original = written_at(frame, find_original);
    if (!frame.original) continue;
    if (site.called && is_at(*site.called, frame)) site.called->original = frame.original;
    if (site.user_frame && is_at(*site.user_frame, frame))
      site.user_frame->original = frame.original;
  }
}

}  // namespace tensorleak::analysis
