// Markup that names cannot break: what a program called its functions, files or operations enters
// a page through escaped() or as the value of an attribute, and is escaped there. Tags and names of
// attributes are literals of this project, which the compiler checks.
//
//   element("p", {{"class", "where"}}, element("b", {}, escaped(function)) + escaped(" in " +
//   file))
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tensorleak::views {

/// A string that stands in the source code.
class Literal {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): to be written as the literal it is
  consteval Literal(const char* source) : source_(source) {}

  std::string_view view() const { return source_; }

 private:
  std::string_view source_;
};

/// An attribute; one with an empty value is left out.
struct Attribute {
  Literal name;
  std::string value;
};

/// A piece of HTML in which every element is closed.
class Markup {
 public:
  Markup() = default;

  bool empty() const { return source_.empty(); }
  const std::string& source() const { return source_; }

  Markup& operator+=(const Markup& more);
  friend Markup operator+(Markup first, const Markup& second) { return first += second; }

  friend Markup escaped(std::string_view text);
  friend Markup preformatted(std::string_view text);
  friend Markup element(Literal tag, const std::vector<Attribute>& attributes,
                        const Markup& content);

 private:
  explicit Markup(std::string source) : source_(std::move(source)) {}

  std::string source_;
};

/// `text` to be read and never obeyed. Control characters and such as reorder a line are shown as
/// escapes, as on a terminal (printable.hpp).
Markup escaped(std::string_view text);

/// The same for what is printable already; line breaks stay.
Markup preformatted(std::string_view text);

Markup element(Literal tag, const std::vector<Attribute>& attributes, const Markup& content);

/// An element of one class with text in it; nothing where the text is empty.
Markup labelled(Literal tag, Literal classes, std::string_view content);

}  // namespace tensorleak::views
