#include "reports/analysis/fingerprint.hpp"

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <iterator>

#include "reports/analysis/function_name.hpp"

namespace tensorleak::analysis {
namespace {

/// Between the parts of what is hashed, so that no two lists of parts read the same.
constexpr char kSeparator = '\0';

std::uint64_t hash(std::string_view text) {
  return XXH3_64bits(text.data(), text.size());
}

/// What lines of one function that read the same have in common; nullptr: the source is not there.
std::string key_of(const Frame& frame, const SourceLine* line) {
  std::string key = frame.file + kSeparator + unqualified(frame.function);
  if (line != nullptr) key += fmt::format("{}{:x}", kSeparator, hash(line->text));
  return key;
}

/// A library's frame, without what changes from one of its versions to the next.
std::string library_place(const Frame& frame) {
  return unqualified(frame.function);
}

bool is_same_call(const Frame& a, const Frame& b) {
  return a.line == b.line && a.column == b.column && a.file == b.file &&
         unqualified(a.function) == unqualified(b.function);
}

}  // namespace

void Fingerprints::add(const std::vector<Frame>& stack) {
  for (const Frame& frame : stack) {
    if (frame.owner != Owner::kUser) continue;
    lines_[key_of(frame, sources_.line(frame.file, frame.line))].insert(frame.line);
  }
}

std::string Fingerprints::of(const std::vector<Frame>& stack, std::string_view op,
                             std::string_view dtype, const std::vector<std::string>& scope_path) {
  std::string parts = fmt::format("{}{}{}{}", op, kSeparator, dtype, kSeparator);
  for (const std::string& scope : scope_path)
    parts += scope + kSeparator;
  const bool has_user = std::ranges::find(stack, Owner::kUser, &Frame::owner) != stack.end();
  const Frame* callee = nullptr;
  for (const Frame& frame : stack) {
    if (has_user && frame.owner != Owner::kUser) continue;
    const bool recurs = callee != nullptr && is_same_call(*callee, frame);
    callee = &frame;
    if (recurs) continue;  // how deep it goes is up to the data
    parts += kSeparator + (has_user ? place_in_function(frame) : library_place(frame));
  }
  return fmt::format("{:016x}", hash(parts));
}

std::string Fingerprints::place_in_function(const Frame& frame) {
  const std::string function = unqualified(frame.function);
  const SourceLine* const line = sources_.line(frame.file, frame.line);
  const auto seen = lines_.find(key_of(frame, line));
  if (line == nullptr) {
    const std::uint32_t offset = seen == lines_.end() ? 0 : frame.line - *seen->second.begin();
    return fmt::format("{}{}{}:{}", function, kSeparator, offset, frame.column);
  }
  const std::uint32_t column = frame.column - std::min(frame.column, line->indent);
  std::string place = fmt::format("{}{}{}:{}", function, kSeparator, line->text, column);
  if (seen == lines_.end()) return place;
  const auto before = std::distance(seen->second.begin(), seen->second.lower_bound(frame.line));
  if (before > 0) place += fmt::format(":{}", before);
  return place;
}

}  // namespace tensorleak::analysis
