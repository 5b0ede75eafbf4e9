#include "reports/analysis/function_name.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <vector>

namespace tensorleak::analysis {
namespace {

constexpr std::string_view kOperator = "operator";
constexpr std::string_view kOpening = "(<{[";
constexpr std::string_view kOperatorSigns = "+-*/%^&|~!=<>,";

bool is_word(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

bool starts_operator(std::string_view text, std::size_t at) {
  if (text.substr(at, kOperator.size()) != kOperator) return false;
  const std::size_t end = at + kOperator.size();
  return (at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]));
}

/// Where the symbol of the operator whose word begins at `at` ends, as in "operator()" and
/// "operator<"; for "operator new" and conversions, the end of the word.
std::size_t end_of_operator(std::string_view text, std::size_t at) {
  std::size_t end = at + kOperator.size();
  if (text.substr(end, 2) == "()" || text.substr(end, 2) == "[]") return end + 2;
  while (end < text.size() && kOperatorSigns.find(text[end]) != std::string_view::npos)
    ++end;
  return end;
}

/// Behind the bracket that closes the one at `at`; the end where none does.
std::size_t behind_brackets(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  for (; at < text.size(); ++at) {
    const char letter = text[at];
    if (starts_operator(text, at)) {
      at = end_of_operator(text, at) - 1;
    } else if (kOpening.find(letter) != std::string_view::npos) {
      ++depth;
    } else if (letter == ')' || letter == '}' || letter == ']' ||
               (letter == '>' && text[at - 1] != '-')) {
      if (--depth == 0) return at + 1;
    }
  }
  return text.size();
}

/// Whether the name is one that a C++ demangler writes.
bool is_demangled(std::string_view function) {
  if (function.find("::") != std::string_view::npos) return true;
  const std::size_t parameters = function.find('(');
  return parameters != std::string_view::npos && parameters > 0 && function[parameters - 1] != ' ';
}

/// Of "void a::(anonymous namespace)::B<int>::f(char)": "a", "", "B", "f".
std::vector<std::string_view> components(std::string_view function) {
  std::vector<std::string_view> result;
  std::size_t start = 0;                     // of the component that is being read
  std::size_t end = std::string_view::npos;  // of its name; npos: not reached
  const auto finish = [&](std::size_t at) {
    std::string_view name = function.substr(start, std::min(at, end) - start);
    while (name.ends_with(' '))
      name.remove_suffix(1);
    result.push_back(name);
  };
  for (std::size_t at = 0; at < function.size();) {
    const char letter = function[at];
    if (function.substr(at, 2) == "::") {
      finish(at);
      at += 2;
      start = at;
      end = std::string_view::npos;
    } else if (starts_operator(function, at)) {
      start = at;
      at = end_of_operator(function, at);
    } else if (kOpening.find(letter) != std::string_view::npos) {
      end = std::min(end, at);
      at = behind_brackets(function, at);
    } else if (letter == ' ' && end == std::string_view::npos &&
               !starts_operator(function, start)) {
      result.clear();  // what stood before was a return type
      start = ++at;
    } else {
      ++at;
    }
  }
  finish(function.size());
  return result;
}

}  // namespace

std::string unqualified(std::string_view function) {
  if (!is_demangled(function)) return std::string(function);
  const std::string_view name = components(function).back();
  return std::string(name.empty() ? function : name);
}

std::string without_parameters(std::string_view function) {
  if (!is_demangled(function)) return std::string(function);
  std::string name;
  for (const std::string_view component : components(function)) {
    if (component.empty()) continue;  // an anonymous namespace, or a lambda
    name += (name.empty() ? "" : "::") + std::string(component);
  }
  return name.empty() ? std::string(function) : name;
}

}  // namespace tensorleak::analysis
