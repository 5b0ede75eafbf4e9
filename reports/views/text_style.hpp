// Colours and line breaking for the text answer.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tensorleak::views {

/// Dresses text in terminal escapes, or leaves it alone where colour is off. What is dressed must
/// be printable() already.
class Paint {
 public:
  explicit Paint(bool on) : on_(on) {}

  std::string bad(std::string_view text) const { return dressed("1;31", text); }
  std::string good(std::string_view text) const { return dressed("1;32", text); }
  std::string doubtful(std::string_view text) const { return dressed("1;33", text); }
  std::string strong(std::string_view text) const { return dressed("1", text); }
  std::string advice(std::string_view text) const { return dressed("36", text); }
  std::string faint(std::string_view text) const { return dressed("2", text); }

 private:
  std::string dressed(std::string_view code, std::string_view text) const;

  bool on_;
};

/// `text`, made printable, as lines that start with `indent` spaces and are at most `width` columns
/// wide (0: one line). A word that is longer than a line stays whole.
std::string paragraph(std::string_view text, std::size_t indent, std::size_t width);

/// `text` followed by spaces up to `width` columns.
std::string padded(std::string_view text, std::size_t width);

}  // namespace tensorleak::views
