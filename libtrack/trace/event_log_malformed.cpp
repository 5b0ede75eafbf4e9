// Words for a line that simdjson refused. simdjson is fast but says neither where nor what it
// expected; nlohmann::json says both, in the words of a parser, which are put plainly here.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "libtrack/trace/event_log_fault.hpp"

namespace tensorleak::trace {
namespace {

constexpr std::string_view kCure =
    "write one complete JSON object on each line; see docs/event-log.md";
constexpr std::string_view kFieldName = "a field name in double quotes";
constexpr std::string_view kValue = "a value";
constexpr std::size_t kMaxDepth = 1024;  // of simdjson

/// Takes in whatever comes and remembers why the parser stopped.
class Refusal final : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::size_t position = 0;  ///< bytes read when the parser stopped
  std::string message;       ///< empty: it did not stop

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t at, const std::string&,
                   const nlohmann::detail::exception& error) override {
    constexpr int kNumberOverflow = 406;
    if (error.id == kNumberOverflow) return false;
    constexpr std::string_view kStart = "syntax error while parsing ";
    const std::string_view text = error.what();
    const std::size_t start = text.find(kStart);
    message = start == std::string_view::npos ? text : text.substr(start + kStart.size());
    position = at;
    return false;
  }
};

/// What the parser expected, from the construct that it was in: "object key - unexpected …".
std::string_view expectation(std::string_view message) {
  if (message.ends_with("expected end of input")) return "the end of the line";
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kConstructs = {{
      {"object key - ", kFieldName},
      {"object separator - ", "':'"},
      {"object - ", "',' or '}'"},
      {"array - ", "',' or ']'"},
      {"value - ", kValue},
  }};
  for (const auto& [construct, expected] : kConstructs) {
    if (message.starts_with(construct)) return expected;
  }
  return "JSON";
}

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
         c == '.' || c == '+' || c == '-';
}

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u;
}

bool is_escaped(std::string_view line, std::size_t at) {
  std::size_t backslashes = 0;
  while (backslashes < at && line[at - backslashes - 1] == '\\')
    ++backslashes;
  return backslashes % 2 == 1;
}

std::size_t begin_of_string(std::string_view line, std::size_t last) {
  std::size_t begin = last == 0 ? 0 : last - 1;
  while (begin > 0 && (line[begin] != '"' || is_escaped(line, begin)))
    --begin;
  return begin;
}

/// The token that the parser did not want, given its last byte or, for a bare word, any of its
/// bytes or the one behind it.
std::string_view token_at(std::string_view line, std::size_t at, std::string_view problem) {
  std::size_t begin = at;
  std::size_t end = at + 1;
  const bool is_literal = problem.starts_with("invalid literal");
  if (problem.starts_with("unexpected string literal")) {
    begin = begin_of_string(line, at);
  } else if (is_word(line[at]) || (is_literal && at > 0 && is_word(line[at - 1]))) {
    while (begin > 0 && is_word(line[begin - 1]))
      --begin;
    end = begin;
    while (end < line.size() && is_word(line[end]))
      ++end;
  } else {
    while (end < line.size() && is_continuation(line[end]))
      ++end;
  }
  return line.substr(begin, end - begin);
}

/// "invalid string: ill-formed UTF-8 byte; last read: '…'" without what was read.
std::string_view problem_of(std::string_view message) {
  const std::size_t separator = message.find(" - ");
  if (separator != std::string_view::npos) message.remove_prefix(separator + 3);
  return message.substr(0, message.find("; last read: "));
}

constexpr std::string_view kInvalidString = "invalid string: ";
constexpr std::string_view kInvalidNumber = "invalid number; ";

/// Explains a line at whose end the parser wanted more. What began there may also be the wrong
/// thing, such as a text where a comma must stand; more of the line would not mend that.
LineFault explain_early_end(std::string_view line, std::string_view message) {
  const std::string_view problem = problem_of(message);
  const std::string_view expected = expectation(message);
  const bool is_text = problem.starts_with(kInvalidString);
  const bool fits_in = expected == kValue || (expected == kFieldName && is_text);
  return {.column = line.size() + 1,
          .what = fmt::format("the line ends too early, expected {}",
                              is_text && fits_in ? "the rest of the text and '\"'" : expected),
          .cure = std::string(kCure),
          .at_end = fits_in || problem.starts_with("unexpected end of input")};
}

LineFault explain_refusal(std::string_view line, const Refusal& refusal) {
  if (refusal.position > line.size()) return explain_early_end(line, refusal.message);
  const std::string_view problem = problem_of(refusal.message);
  LineFault fault{.column = refusal.position, .what = {}, .cure = std::string(kCure)};
  if (problem.find("UTF-8") != std::string_view::npos) {
    fault.what = fmt::format("found byte 0x{:02x}, expected UTF-8",
                             static_cast<unsigned char>(line[refusal.position - 1]));
    fault.cure = "write the log in UTF-8";
  } else if (problem.starts_with(kInvalidString)) {
    fault.what = fmt::format("not valid JSON: {}", problem.substr(kInvalidString.size()));
  } else if (problem.starts_with(kInvalidNumber)) {
    fault.what =
        fmt::format("not valid JSON: invalid number, {}", problem.substr(kInvalidNumber.size()));
  } else {
    const std::string_view token = token_at(line, refusal.position - 1, problem);
    fault.column = static_cast<std::uint64_t>(token.data() - line.data()) + 1;
    fault.what = fmt::format("not valid JSON: found {}, expected {}", quotable(token),
                             expectation(refusal.message));
  }
  return fault;
}

bool fits(std::string_view number) {
  const char* const first = number.data();
  const char* const last = first + number.size();
  constexpr auto kTooLarge = std::errc::result_out_of_range;
  if (number.find_first_of(".eE") != std::string_view::npos) {
    double value = 0;
    const bool tiny =
        number.find("e-") != std::string_view::npos || number.find("E-") != std::string_view::npos;
    return tiny || std::from_chars(first, last, value).ec != kTooLarge;
  }
  std::int64_t negative = 0;
  std::uint64_t positive = 0;
  return number.starts_with('-') ? std::from_chars(first, last, negative).ec != kTooLarge
                                 : std::from_chars(first, last, positive).ec != kTooLarge;
}

std::size_t end_of_string(std::string_view line, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < line.size() && line[end] != '"')
    end += line[end] == '\\' ? 2u : 1u;
  return end + 1;
}

LineFault explain_number(std::size_t offset, std::string_view number) {
  return {
      .column = offset + 1,
      .what = fmt::format("the number {} is too large, expected 64 bits at most", quotable(number)),
      .cure = "write it as a text, or leave it out"};
}

LineFault explain_depth(std::size_t offset) {
  return {
      .column = offset + 1,
      .what = fmt::format("lists and objects are nested {} levels deep, expected fewer", kMaxDepth),
      .cure = std::string(kSeeFormat)};
}

LineFault explain_foreign(std::size_t offset, std::string_view name) {
  return {.column = offset + 1,
          .what = fmt::format("not valid JSON: found {}, expected none", name),
          .cure = std::string(kCure)};
}

/// Explains a line that nlohmann::json takes in and simdjson does not: it is beyond a limit, or has
/// bytes that the one overlooks.
std::optional<LineFault> explain_difference(std::string_view line) {
  if (line.starts_with("\xef\xbb\xbf")) return explain_foreign(0, "a byte order mark");
  std::size_t depth = 0;
  for (std::size_t i = 0; i < line.size();) {
    const char c = line[i];
    std::size_t next = i + 1;
    if (c == '"') {
      next = end_of_string(line, i);
    } else if (c == '-' || (c >= '0' && c <= '9')) {
      next = std::min(line.find_first_not_of("0123456789+-.eE", i), line.size());
      const std::string_view number = line.substr(i, next - i);
      if (!fits(number)) return explain_number(i, number);
    } else if (c == '[' || c == '{') {
      if (++depth >= kMaxDepth) return explain_depth(i);
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == '\0') {
      return explain_foreign(i, "a zero byte");
    }
    i = next;
  }
  return std::nullopt;
}

}  // namespace

LineFault explain_malformed(std::string_view line, std::string_view reason) {
  Refusal refusal;
  nlohmann::json::sax_parse(line, &refusal);
  if (!refusal.message.empty()) return explain_refusal(line, refusal);
  if (auto difference = explain_difference(line)) return *difference;
  return {
      .column = 1, .what = fmt::format("not valid JSON ({})", reason), .cure = std::string(kCure)};
}

}  // namespace tensorleak::trace
