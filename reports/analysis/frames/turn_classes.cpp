#include "reports/analysis/frames/turn_classes.hpp"

#include <tsl/robin_map.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tensorleak::analysis {
namespace {

using Positions = std::vector<std::uint32_t>;

/// A symbol is compared with so many classes of as many turns, no more.
constexpr std::size_t kMostCompared = 32;

std::vector<std::pair<Symbol, Positions>> positions_of(std::span<const Creation> creations) {
  std::vector<std::pair<Symbol, Positions>> places;
  tsl::robin_map<Symbol, std::size_t> index;
  for (std::uint32_t i = 0; i < creations.size(); ++i) {
    const auto [found, is_new] = index.try_emplace(creations[i].symbol, places.size());
    if (is_new) places.emplace_back(creations[i].symbol, Positions{});
    places[found->second].second.push_back(i);
  }
  return places;
}

/// Whether the two return by turns, strictly. `first` has the first return.
bool take_turns(const Positions& first, const Positions& second) {
  if (first.size() != second.size() && first.size() != second.size() + 1) return false;
  for (std::size_t i = 0; i < second.size(); ++i) {
    if (first[i] > second[i]) return false;
    if (i + 1 < first.size() && second[i] > first[i + 1]) return false;
  }
  return true;
}

bool in_step(const Positions& a, const Positions& b) {
  return a.front() < b.front() ? take_turns(a, b) : take_turns(b, a);
}

/// The class among the last ones, which have as many turns or one more, that the symbol is in.
TurnClass* class_in_step(std::vector<TurnClass>& classes, const Positions& positions) {
  std::size_t compared = 0;
  const auto found = std::find_if(classes.rbegin(), classes.rend(), [&](const TurnClass& one) {
    const bool is_end = one.turns() > positions.size() + 1 || ++compared > kMostCompared;
    return is_end || in_step(one.positions, positions);
  });
  if (found == classes.rend() || !in_step(found->positions, positions)) return nullptr;
  return &*found;
}

/// Fills in how the turns lie in the run, which begins for loops at the moment `begin`.
void measure(TurnClass& turns, const Sequence& sequence, std::uint64_t begin) {
  const auto moment = [&](std::uint32_t position) -> double {
    return static_cast<double>(sequence.creations[position].moment);
  };
  const double first = moment(turns.positions.front());
  const double last = moment(turns.positions.back());
  const auto count = static_cast<double>(turns.turns() - 1);
  const double mean = (last - first) / count;
  const double end = std::min(last + mean, static_cast<double>(sequence.end));
  turns.coverage = (end - first) / std::max(1.0, static_cast<double>(sequence.end - begin));
  double squares = 0;
  for (std::size_t i = 1; i < turns.turns(); ++i) {
    const double length = moment(turns.positions[i]) - moment(turns.positions[i - 1]);
    squares += (length - mean) * (length - mean);
  }
  turns.spread = std::sqrt(squares / count) / mean;
  turns.is_owned = std::ranges::all_of(turns.positions, [&](std::uint32_t position) {
    return sequence.creations[position].is_owned;
  });
}

}  // namespace

std::vector<TurnClass> turn_classes(const Sequence& sequence) {
  auto places = positions_of(sequence.creations);
  std::erase_if(places, [](const auto& place) { return place.second.size() < kMinTurns; });
  if (places.empty()) return {};
  // They come in order of first sight.
  const std::uint64_t begin = sequence.creations[places.front().second.front()].moment;
  std::ranges::stable_sort(places, std::greater<>(),
                           [](const auto& place) { return place.second.size(); });
  std::vector<TurnClass> classes;
  for (auto& [symbol, positions] : places) {
    if (TurnClass* found = class_in_step(classes, positions)) {
      found->members.push_back(symbol);
    } else {
      classes.push_back({.members = {symbol}, .positions = std::move(positions)});
    }
  }
  for (TurnClass& one : classes)
    measure(one, sequence, begin);
  std::ranges::reverse(classes);
  return classes;
}

std::vector<std::uint32_t> returns_between(const TurnClass& outer, const TurnClass& inner) {
  std::vector<std::uint32_t> counts;
  counts.reserve(outer.turns());
  auto at = std::ranges::lower_bound(inner.positions, outer.positions.front());
  for (std::size_t turn = 1; turn < outer.turns(); ++turn) {
    const auto next = std::lower_bound(at, inner.positions.end(), outer.positions[turn]);
    counts.push_back(static_cast<std::uint32_t>(next - at));
    at = next;
  }
  return counts;
}

double likeness(const TurnClass& turns, std::span<const Creation> creations) {
  tsl::robin_map<Symbol, std::size_t> last_piece;
  double sum = 0;
  std::size_t before = 0;
  for (std::size_t piece = 0; piece + 1 < turns.turns(); ++piece) {
    std::size_t distinct = 0;
    std::size_t shared = 0;
    for (std::uint32_t i = turns.positions[piece]; i < turns.positions[piece + 1]; ++i) {
      const auto [seen, is_new] = last_piece.try_emplace(creations[i].symbol, piece);
      if (!is_new && seen->second == piece) continue;
      ++distinct;
      if (!is_new && seen->second + 1 == piece) ++shared;
      seen.value() = piece;
    }
    if (piece > 0)
      sum += 2.0 * static_cast<double>(shared) / static_cast<double>(before + distinct);
    before = distinct;
  }
  return sum / static_cast<double>(turns.turns() - 2);
}

}  // namespace tensorleak::analysis
