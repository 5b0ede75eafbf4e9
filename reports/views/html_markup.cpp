#include "reports/views/html_markup.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "reports/views/printable.hpp"

namespace tensorleak::views {

namespace {

std::string with_entities(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

/// Elements without content, which take no end tag.
bool is_void(std::string_view tag) {
  constexpr std::array<std::string_view, 3> kVoid{"br", "input", "hr"};
  return std::ranges::find(kVoid, tag) != kVoid.end();
}

}  // namespace

Markup& Markup::operator+=(const Markup& more) {
  source_ += more.source_;
  return *this;
}

Markup escaped(std::string_view text) {
  return Markup(with_entities(printable(text)));
}

Markup preformatted(std::string_view text) {
  return Markup(with_entities(text));
}

Markup element(Literal tag, const std::vector<Attribute>& attributes, const Markup& content) {
  std::string source = "<" + std::string(tag.view());
  for (const auto& [name, value] : attributes) {
    if (value.empty()) continue;
    source += " " + std::string(name.view()) + "=\"" + with_entities(printable(value)) + "\"";
  }
  source += ">";
  if (is_void(tag.view())) return Markup(std::move(source));
  source += content.source_ + "</" + std::string(tag.view()) + ">";
  return Markup(std::move(source));
}

Markup labelled(Literal tag, Literal classes, std::string_view content) {
  if (content.empty()) return {};
  return element(tag, {{"class", std::string(classes.view())}}, escaped(content));
}

}  // namespace tensorleak::views
