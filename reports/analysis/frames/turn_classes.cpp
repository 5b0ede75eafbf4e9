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

/// A class for each symbol, in order of first sight.
std::vector<TurnClass> classes_of_symbols(std::span<const Creation> creations) {
  std::vector<TurnClass> classes;
  tsl::robin_map<Symbol, std::size_t> index;
  for (std::uint32_t i = 0; i < creations.size(); ++i) {
    const auto [found, is_new] = index.try_emplace(creations[i].symbol, classes.size());
    if (is_new) classes.push_back({.members = {creations[i].symbol}});
    classes[found->second].positions.push_back(i);
  }
  return classes;
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

bool are_in_step(const Positions& a, const Positions& b) {
  return a.front() < b.front() ? take_turns(a, b) : take_turns(b, a);
}

/// The class among the last ones, which have as many turns or one more, that the symbol is in.
TurnClass* class_in_step(std::vector<TurnClass>& classes, const Positions& positions) {
  std::size_t compared = 0;
  const auto found = std::find_if(classes.rbegin(), classes.rend(), [&](const TurnClass& one) {
    const bool is_end = one.turns() > positions.size() + 1 || ++compared > kMostCompared;
    return is_end || are_in_step(one.positions, positions);
  });
  if (found == classes.rend() || !are_in_step(found->positions, positions)) return nullptr;
  return &*found;
}

/// Has `one`, which returns in step with the class, be of it. The beginning of a turn is best told
/// by what returns once, not by the head of a run.
void join(TurnClass& turns, TurnClass& one) {
  if (!turns.run.empty() && one.run.empty()) std::swap(turns, one);
  turns.members.insert(turns.members.end(), one.members.begin(), one.members.end());
}

/// Brings together the classes that return in step. Those with most returns come first, and among
/// equals those that were first.
std::vector<TurnClass> brought_together(std::vector<TurnClass> all) {
  std::ranges::stable_sort(all, std::greater<>(), &TurnClass::turns);
  std::vector<TurnClass> classes;
  for (TurnClass& one : all) {
    if (TurnClass* found = class_in_step(classes, one.positions)) {
      join(*found, one);
    } else {
      classes.push_back(std::move(one));
    }
  }
  return classes;
}

/// Of a class that returns in runs, the heads: where it returns after what is not of the class.
class Heads {
 public:
  Heads(const std::vector<TurnClass>& classes, std::span<const Creation> creations)
      : creations_(creations) {
    for (std::size_t i = 0; i < classes.size(); ++i) {
      for (const Symbol member : classes[i].members)
        class_of_.emplace(member, i);
    }
  }

  TurnClass of(const TurnClass& turns) const {
    TurnClass heads{.members = {turns.members.front() | kRunHead}, .run = turns.members};
    for (const std::uint32_t position : turns.positions) {
      if (position == 0 || !are_of_one_class(position - 1, position))
        heads.positions.push_back(position);
    }
    return heads;
  }

 private:
  bool are_of_one_class(std::uint32_t a, std::uint32_t b) const {
    const auto first = class_of_.find(creations_[a].symbol);
    return first != class_of_.end() && first->second == class_of_.at(creations_[b].symbol);
  }

  std::span<const Creation> creations_;
  tsl::robin_map<Symbol, std::size_t> class_of_;
};

/// The classes with the heads of their runs among them. Those of one inner loop alone, in step with
/// nothing, only say that something else happens at times.
std::vector<TurnClass> with_heads(std::vector<TurnClass> classes,
                                  std::span<const Creation> creations) {
  const Heads heads(classes, creations);
  const std::size_t count = classes.size();
  for (std::size_t i = 0; i < count; ++i) {
    TurnClass runs = heads.of(classes[i]);
    classes[i].is_in_runs = runs.turns() >= kMinTurns && 2 * classes[i].turns() >= 3 * runs.turns();
    if (classes[i].is_in_runs) classes.push_back(std::move(runs));
  }
  classes = brought_together(std::move(classes));
  std::erase_if(classes, [](const TurnClass& one) {
    return one.members.size() == 1 && is_run_head(one.members.front());
  });
  return classes;
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
  std::vector<TurnClass> classes = classes_of_symbols(sequence.creations);
  std::erase_if(classes, [](const TurnClass& one) { return one.turns() < kMinTurns; });
  if (classes.empty()) return {};
  const std::uint64_t begin = sequence.creations[classes.front().positions.front()].moment;
  classes = brought_together(std::move(classes));
  if (sequence.has_runs) classes = with_heads(std::move(classes), sequence.creations);
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
