#include "reports/analysis/fingerprint.hpp"

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "reports/analysis/function_name.hpp"

namespace tensorleak::analysis {
namespace {

/// Between the parts of what is hashed, so that no two lists of parts read the same.
constexpr char kSeparator = '\0';

std::string function_key(const Frame& frame) {
  return frame.file + kSeparator + unqualified(frame.function);
}

/// A library's frame, without what changes from one of its versions to the next.
std::string library_place(const Frame& frame) {
  return unqualified(frame.function);
}

}  // namespace

void Fingerprints::add(const std::vector<Frame>& stack) {
  for (const Frame& frame : stack) {
    if (frame.owner != Owner::kUser) continue;
    const auto [entry, is_new] = first_lines_.try_emplace(function_key(frame), frame.line);
    if (!is_new) entry->second = std::min(entry->second, frame.line);
  }
}

std::string Fingerprints::of(const std::vector<Frame>& stack, std::string_view op,
                             std::string_view dtype, const std::vector<std::string>& scope_path) {
  std::string parts = fmt::format("{}{}{}{}", op, kSeparator, dtype, kSeparator);
  for (const std::string& scope : scope_path)
    parts += scope + kSeparator;
  const bool has_user = std::ranges::find(stack, Owner::kUser, &Frame::owner) != stack.end();
  for (const Frame& frame : stack) {
    if (has_user && frame.owner != Owner::kUser) continue;
    parts += kSeparator + (has_user ? place_in_function(frame) : library_place(frame));
  }
  return fmt::format("{:016x}", XXH3_64bits(parts.data(), parts.size()));
}

std::string Fingerprints::place_in_function(const Frame& frame) {
  const std::string function = unqualified(frame.function);
  if (const SourceLine* line = sources_.line(frame.file, frame.line)) {
    const std::uint32_t column = frame.column - std::min(frame.column, line->indent);
    return fmt::format("{}{}{}:{}", function, kSeparator, line->text, column);
  }
  const auto first = first_lines_.find(function_key(frame));
  const std::uint32_t offset = first == first_lines_.end() ? 0 : frame.line - first->second;
  return fmt::format("{}{}{}:{}", function, kSeparator, offset, frame.column);
}

}  // namespace tensorleak::analysis
