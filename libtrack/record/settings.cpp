#include "libtrack/record/settings.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>

#include "libtrack/record/diagnostics.hpp"

namespace tensorleak::record {
namespace {

bool is_on(const char* value) noexcept {
  return value != nullptr && *value != '\0' && std::string_view(value) != "0";
}

std::optional<std::uint64_t> unit_of(std::string_view suffix) noexcept {
  if (suffix.empty() || suffix == "B") return 1;
  if (suffix == "K" || suffix == "KiB") return std::uint64_t{1} << 10;
  if (suffix == "M" || suffix == "MiB") return std::uint64_t{1} << 20;
  if (suffix == "G" || suffix == "GiB") return std::uint64_t{1} << 30;
  return std::nullopt;
}

/// A whole number with a unit, such as "512MiB".
std::optional<std::uint64_t> parse_size(std::string_view text) noexcept {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, number);
  const auto unit = unit_of({behind, static_cast<std::size_t>(end - behind)});
  if (error != std::errc() || behind == text.data() || !unit) return std::nullopt;
  if (number > std::numeric_limits<std::uint64_t>::max() / *unit) return std::nullopt;
  return number * *unit;
}

void complain(std::string_view name, std::string_view value, std::string_view expected) noexcept {
  say({name, "=", value, " is ignored: expected ", expected});
}

void read_capture(Environment environment, Settings& settings) noexcept {
  const char* const value = environment("TENSORLEAK_CAPTURE");
  if (value == nullptr || *value == '\0') return;
  const std::string_view word(value);
  if (word == "none" || word == "unwind" || word == "check") {
    settings.unwind = word != "none";
    settings.check_unwind = word == "check";
  } else {
    complain("TENSORLEAK_CAPTURE", word, "unwind, none or check");
  }
}

void read_depth(Environment environment, Settings& settings) noexcept {
  const char* const value = environment("TENSORLEAK_MAX_DEPTH");
  if (value == nullptr || *value == '\0') return;
  const std::string_view text(value);
  std::size_t depth = 0;
  const auto [behind, error] = std::from_chars(text.data(), text.data() + text.size(), depth);
  if (error != std::errc() || behind != text.data() + text.size() || depth == 0) {
    complain("TENSORLEAK_MAX_DEPTH", text, "a number of frames from 1 to 512");
  } else {
    settings.max_depth = std::min(depth, capture::kMaxDepth);
  }
}

void read_memory(Environment environment, Settings& settings) noexcept {
  const char* const value = environment("TENSORLEAK_MAX_MEMORY");
  if (value == nullptr || *value == '\0') return;
  if (const auto bytes = parse_size(value)) {
    settings.max_memory = std::max<std::size_t>(*bytes, kLeastMemory);
  } else {
    complain("TENSORLEAK_MAX_MEMORY", value, "a size such as 512MiB");
  }
}

}  // namespace

Settings read_settings(Environment environment) noexcept {
  Settings settings;
  settings.disabled = is_on(environment("TENSORLEAK_DISABLE"));
  if (settings.disabled) return settings;
  const char* const trace = environment("TENSORLEAK_TRACE");
  if (trace != nullptr && *trace != '\0') settings.trace = trace;
  settings.capture_dispose = is_on(environment("TENSORLEAK_CAPTURE_DISPOSE"));
  read_capture(environment, settings);
  read_depth(environment, settings);
  read_memory(environment, settings);
  return settings;
}

const char* process_environment(const char* name) noexcept {
  return secure_getenv(name);
}

}  // namespace tensorleak::record
