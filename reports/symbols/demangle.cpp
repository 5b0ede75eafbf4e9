#include "reports/symbols/demangle.hpp"

#include <cxxabi.h>

#include <array>
#include <cstdlib>
#include <memory>

namespace tensorleak::symbols {
namespace {

constexpr std::array<std::string_view, 7> kCloneSuffixes = {
    ".isra.", ".constprop.", ".part.", ".cold", ".lto_priv.", ".llvm.", ".localalias"};

bool is_mangled(std::string_view symbol) {
  return symbol.starts_with("_Z");
}

std::string_view without_clone_suffix(std::string_view symbol) {
  // The ABI's own grammar has no dot.
  if (is_mangled(symbol)) return symbol.substr(0, symbol.find('.'));
  for (const std::string_view suffix : kCloneSuffixes) {
    const std::size_t at = symbol.find(suffix);
    if (at != std::string_view::npos && at > 0) symbol = symbol.substr(0, at);
  }
  return symbol;
}

}  // namespace

std::string demangle(std::string_view symbol) {
  std::string name(without_clone_suffix(symbol));
  if (!is_mangled(name)) return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? std::string(demangled.get()) : name;
}

}  // namespace tensorleak::symbols
