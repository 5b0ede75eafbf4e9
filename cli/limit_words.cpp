#include "cli/limit_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "cli/size.hpp"
#include "reports/views/words.hpp"

namespace tensorleak::cli {

using analysis::Label;
using gate::Limit;
using gate::Measure;
using gate::Part;

namespace {

constexpr std::size_t kLeastDigits = 8;

template <class... Parts>
tl::unexpected<std::string> fail(fmt::format_string<Parts...> words, Parts&&... parts) {
  return tl::unexpected(fmt::format(words, std::forward<Parts>(parts)...));
}

/// "LEAK, at exit", "at-exit" and "At exit" are one.
std::string plain(std::string_view label) {
  std::string result;
  for (const char letter : label) {
    const auto low = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    result += low == '-' ? ' ' : low;
  }
  constexpr std::string_view kLeak = "leak, ";
  return result.starts_with(kLeak) ? result.substr(kLeak.size()) : result;
}

std::optional<Label> label_of(std::string_view text) {
  for (const auto& [label, word] : views::words<Label>()) {
    if (plain(word) == plain(text)) return label;
  }
  return std::nullopt;
}

std::string all_labels() {
  std::string list;
  for (const auto& [label, word] : views::words<Label>())
    list += (list.empty() ? "" : ", ") + plain(word);
  return list;
}

tl::expected<std::uint64_t, std::string> parse_most(Measure measure, std::string_view text) {
  if (measure == Measure::kGrowth) return parse_size(text);
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || error != std::errc() || behind != end)
    return fail("expected a whole number, or WHAT:NAME=NUMBER, found \"{}\"", text);
  return number;
}

/// Takes up "scope:train".
tl::expected<void, std::string> set_part(Limit& limit, std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view what = text.substr(0, colon);
  const std::string_view name =
      colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
  if (name.empty() || (what != "label" && what != "scope" && what != "site"))
    return fail("expected label:NAME, scope:NAME or site:FINGERPRINT before =, found \"{}\"", text);
  limit.name = name;
  if (what == "scope") {
    limit.part = Part::kScope;
    return {};
  }
  if (what == "label") {
    const auto label = label_of(name);
    if (!label) return fail("there is no label \"{}\"; labels are {}", name, all_labels());
    limit.part = Part::kLabel;
    limit.label = *label;
    return {};
  }
  if (name.size() < kLeastDigits ||
      name.find_first_not_of("0123456789abcdef") != std::string_view::npos)
    return fail("expected 8 to 16 hexadecimal digits of a fingerprint, found \"{}\"", name);
  limit.part = Part::kSite;
  return {};
}

}  // namespace

tl::expected<Limit, std::string> parse_limit(Measure measure, std::string_view text) {
  Limit limit{.measure = measure};
  const std::size_t equals = text.rfind('=');
  if (equals != std::string_view::npos) {
    const auto part = set_part(limit, text.substr(0, equals));
    if (!part) return tl::unexpected(part.error());
    text.remove_prefix(equals + 1);
  }
  const auto most = parse_most(measure, text);
  if (!most) return tl::unexpected(most.error());
  limit.most = *most;
  return limit;
}

}  // namespace tensorleak::cli
