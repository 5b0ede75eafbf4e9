// The fixed words of the answer: labels, outcomes and the like. Text and JSON spell them alike, and
// docs/report.md lists them; a word that is here once is part of the report's format.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "reports/analysis/findings.hpp"

namespace tensorleak::views {

/// Every value of the enumeration `E` with its word, in the order of declaration.
template <class E>
std::span<const std::pair<E, std::string_view>> words();

template <>
std::span<const std::pair<analysis::Label, std::string_view>> words<analysis::Label>();
template <>
std::span<const std::pair<analysis::Owner, std::string_view>> words<analysis::Owner>();
template <>
std::span<const std::pair<analysis::Completeness, std::string_view>>
words<analysis::Completeness>();
template <>
std::span<const std::pair<analysis::FrameSource, std::string_view>> words<analysis::FrameSource>();
template <>
std::span<const std::pair<analysis::Outcome, std::string_view>> words<analysis::Outcome>();
template <>
std::span<const std::pair<analysis::Doubt, std::string_view>> words<analysis::Doubt>();

/// The word for `value`, such as "LEAK, growing".
template <class E>
std::string_view word(E value) {
  for (const auto& [candidate, text] : words<E>()) {
    if (candidate == value) return text;
  }
  return "?";
}

/// The value that `text` is the word for.
template <class E>
std::optional<E> value_of(std::string_view text) {
  for (const auto& [value, candidate] : words<E>()) {
    if (candidate == text) return value;
  }
  return std::nullopt;
}

/// What survivors with this label are, as an attribute of a count: "4 retained", "2 pooled".
std::string_view attribute(analysis::Label label);

}  // namespace tensorleak::views
