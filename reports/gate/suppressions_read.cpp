#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "reports/gate/suppressions.hpp"

namespace tensorleak::gate {

using trace::Error;
using trace::Result;

namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::array<std::string_view, 3> kKeys{"max", "reason", "expires"};
/// As many digits as the answer shows of a fingerprint.
constexpr std::size_t kLeastDigits = 8;
constexpr std::size_t kMostDigits = 16;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// The key of `key=value` at the beginning of `text`; empty: there is none.
std::string_view key_at(std::string_view text) {
  const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
  const bool is_key = end != std::string_view::npos && end > 0 && text[end] == '=' &&
                      text.substr(end + 1, 1) != "=";
  return is_key ? text.substr(0, end) : std::string_view();
}

bool is_known(std::string_view key) {
  return std::ranges::find(kKeys, key) != kKeys.end();
}

/// Where the next option begins; the end of `text` where none does.
template <class IsKey>
std::size_t next_option(std::string_view text, IsKey is_key) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool begins_word = kBlanks.find(text[i - 1]) != std::string_view::npos;
    if (begins_word && is_key(key_at(text.substr(i)))) return i;
  }
  return text.size();
}

/// Reads one line.
class Line {
 public:
  Line(std::string_view text, const std::string& file, std::uint64_t number)
      : text_(trimmed(text)), whole_(text) {
    suppression_.file = file;
    suppression_.line = number;
  }

  Result<Suppression> read() && {
    if (!read_subject() || !read_pattern()) return trace::fail(error_);
    while (!text_.empty()) {
      if (!read_option()) return trace::fail(error_);
    }
    return std::move(suppression_);
  }

 private:
  bool fail(std::string what, std::string cure) {
    const auto column = static_cast<std::uint64_t>(text_.data() - whole_.data()) + 1;
    error_ = {suppression_.file, suppression_.line, column, std::move(what), std::move(cure)};
    return false;
  }

  bool read_subject() {
    const std::size_t colon = text_.find(':');
    const std::string_view word = text_.substr(0, colon);
    const auto known = subjects();
    const auto found = std::ranges::find(known, word, [](const auto& pair) { return pair.second; });
    if (colon == std::string_view::npos || found == known.end()) {
      std::vector<std::string> words;
      for (const auto& [subject, name] : known)
        words.push_back(fmt::format("{}:", name));
      return fail(fmt::format("expected what is suppressed, found \"{}\"", word),
                  fmt::format("begin the line with one of {}, or with # for a comment",
                              fmt::join(words, " ")));
    }
    suppression_.subject = found->first;
    text_.remove_prefix(colon + 1);
    return true;
  }

  bool read_pattern() {
    const bool is_option = is_known(key_at(text_));  // right behind the colon
    const std::size_t end =
        is_option ? 0 : next_option(text_, [](auto key) { return !key.empty(); });
    const std::string_view pattern = trimmed(text_.substr(0, end));
    if (pattern.empty() || pattern == "^" || pattern == "$" || pattern == "^$") {
      return fail("there is no pattern behind the colon",
                  "write one, such as leak:makeTensor, or * for everything");
    }
    suppression_.pattern = pattern;
    if (suppression_.subject == Subject::kShape) std::erase(suppression_.pattern, ' ');
    if (suppression_.subject == Subject::kSite && !is_fingerprint(pattern)) {
      return fail(fmt::format("expected a fingerprint, found \"{}\"", pattern),
                  "write the 8 to 16 hexadecimal digits that stand last in a site's first line");
    }
    text_.remove_prefix(end);
    text_ = trimmed(text_);
    return true;
  }

  static bool is_fingerprint(std::string_view text) {
    return text.size() >= kLeastDigits && text.size() <= kMostDigits &&
           text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  }

  bool read_option() {
    const std::string_view key = key_at(text_);
    if (!is_known(key)) {
      return fail(fmt::format("unknown option \"{}\"", text_.substr(0, text_.find('=') + 1)),
                  "a suppression takes max=, reason= and expires=");
    }
    if (std::ranges::find(seen_, key) != seen_.end()) {
      return fail(fmt::format("{}= stands twice", key), "leave one of them out");
    }
    seen_.push_back(key);
    std::string_view rest = text_.substr(key.size() + 1);
    std::string_view value;
    if (rest.starts_with('"')) {
      const std::size_t quote = rest.find('"', 1);
      if (quote == std::string_view::npos) {
        return fail(fmt::format("the quotes behind {}= are not closed", key), "close them");
      }
      value = rest.substr(1, quote - 1);
      rest.remove_prefix(quote + 1);
      if (!rest.empty() && key_at(trimmed(rest)).empty()) {
        return fail(fmt::format("\"{}\" stands behind the quotes of {}=", trimmed(rest), key),
                    "put all of it into the quotes");
      }
    } else {
      value = rest.substr(0, next_option(rest, is_known));
      rest.remove_prefix(value.size());
    }
    if (!take(key, trimmed(value))) return false;
    text_ = trimmed(rest);
    return true;
  }

  bool take(std::string_view key, std::string_view value) {
    if (key == "reason") {
      suppression_.reason = value;
      return true;
    }
    return key == "max" ? take_most(value) : take_date(value);
  }

  bool take_most(std::string_view value) {
    std::uint64_t number = 0;
    const char* const end = value.data() + value.size();
    const auto [behind, error] = std::from_chars(value.data(), end, number);
    if (error != std::errc() || behind != end || number == 0) {
      return fail(fmt::format("max= is \"{}\"", value),
                  "write the most tensors that it may suppress, from 1, such as max=4");
    }
    suppression_.most = number;
    return true;
  }

  bool take_date(std::string_view value) {
    int year = 0;
    unsigned month = 0;
    unsigned day = 0;
    const bool is_spelled = value.size() == 10 && value[4] == '-' && value[7] == '-' &&
                            whole_number(value.substr(0, 4), year) &&
                            whole_number(value.substr(5, 2), month) &&
                            whole_number(value.substr(8, 2), day);
    const Date date{std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
    if (!is_spelled || !date.ok()) {
      return fail(fmt::format("expires= is \"{}\"", value),
                  "write the last day on which it counts as YYYY-MM-DD");
    }
    suppression_.expires = date;
    return true;
  }

  template <class T>
  static bool whole_number(std::string_view digits, T& number) {
    if (digits.find_first_not_of("0123456789") != std::string_view::npos) return false;
    return std::from_chars(digits.data(), digits.data() + digits.size(), number).ec == std::errc();
  }

  std::string_view text_;  // what is left to read
  std::string_view whole_;
  std::vector<std::string_view> seen_;
  Suppression suppression_;
  Error error_;
};

}  // namespace

Result<std::vector<Suppression>> read_suppressions(std::string_view text, const std::string& file) {
  std::vector<Suppression> suppressions;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // as editors leave it
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::string_view content = trimmed(line);
    if (content.empty() || content.starts_with('#')) continue;
    auto suppression = Line(line, file, number).read();
    if (!suppression) return trace::fail(suppression.error());
    suppressions.push_back(std::move(*suppression));
  }
  return suppressions;
}

}  // namespace tensorleak::gate
