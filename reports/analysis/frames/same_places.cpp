#include "reports/analysis/frames/same_places.hpp"

#include <tsl/robin_map.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace tensorleak::analysis {
namespace {

constexpr std::size_t kMostCompared = 256;

bool same_function(const Frame& a, const Frame& b) {
  return a.function == b.function && a.file == b.file;
}

/// A way from the outermost frame to the tensor. A function that calls itself is there once, with
/// its innermost call.
using Way = std::vector<const Frame*>;

Way way_of(const std::vector<Frame>& stack) {
  Way way;
  way.reserve(stack.size());
  for (std::size_t i = stack.size(); i-- > 0;) {
    const Frame& frame = stack[i];
    if (frame.owner == Owner::kUser) {
      const auto again = std::ranges::find_if(
          way, [&](const Frame* before) { return same_function(*before, frame); });
      way.erase(again, way.end());
    }
    way.push_back(&frame);
  }
  return way;
}

/// Whether the innermost line of the user's code, and all that it called, is in both ways.
bool end_at_one_line(const Way& a, const Way& b) {
  for (std::size_t i = 1; i <= std::min(a.size(), b.size()); ++i) {
    const Frame& frame = *a[a.size() - i];
    if (frame != *b[b.size() - i]) return false;
    if (frame.owner == Owner::kUser) return true;
  }
  return false;
}

/// Whether the ways part where one statement of the user's code calls different functions, if at
/// all.
bool part_at_one_statement(const Way& a, const Way& b) {
  const auto same = [](const Frame* one, const Frame* other) { return *one == *other; };
  const auto [in_a, in_b] = std::ranges::mismatch(a, b, same);
  if (in_a == a.end() && in_b == b.end()) return true;
  if (in_a == a.end() || in_b == b.end() || in_a == a.begin()) return false;
  return (*std::prev(in_a))->owner == Owner::kUser && !same_function(**in_a, **in_b);
}

/// The symbols that return, in order of first sight.
std::vector<Symbol> returning(std::span<const Creation> creations) {
  tsl::robin_map<Symbol, std::size_t> times;
  std::vector<Symbol> symbols;
  for (const Creation& creation : creations) {
    if (++times[creation.symbol] == 1) symbols.push_back(creation.symbol);
  }
  std::erase_if(symbols, [&](Symbol symbol) { return times.at(symbol) < kMinTurns; });
  return symbols;
}

}  // namespace

std::unordered_map<Symbol, Symbol> same_places(std::span<const Creation> creations,
                                               const StackOfSymbol& stack_of) {
  std::vector<std::pair<Symbol, Way>> places;
  std::unordered_map<Symbol, Symbol> same;
  std::size_t compared = 0;
  for (const Symbol symbol : returning(creations)) {
    Way way = way_of(stack_of(symbol));
    if (way.empty()) continue;
    if (++compared > kMostCompared) break;
    const auto place = std::ranges::find_if(places, [&](const auto& one) {
      return end_at_one_line(one.second, way) && part_at_one_statement(one.second, way);
    });
    if (place != places.end()) {
      same.emplace(symbol, place->first);
    } else {
      places.emplace_back(symbol, std::move(way));
    }
  }
  return same;
}

}  // namespace tensorleak::analysis
